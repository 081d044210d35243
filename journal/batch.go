package journal

import "slices"

// Batch is several changes of a Store that belong together. They are made in the
// order of its fields: a table can be removed and made anew in one Batch, but nothing
// is added to a table that the same Batch makes.
type Batch struct {
	Delete []string     // ids of tables to remove
	Create []Opening    // tables to open
	Append []TableEntry // entries to add, at most one a table
	Meta   []TableMeta  // metas to replace
	Drop   []DocName    // documents to remove
	Put    []NamedDoc   // documents to write
}

// Opening is a new table with its first entries.
type Opening struct {
	Info  TableInfo
	First []Entry
}

// TableEntry is an entry and the table that it is for.
type TableEntry struct {
	Table string
	Entry Entry
}

// TableMeta is the new Meta of a table.
type TableMeta struct {
	Table string
	Meta  []byte
}

// DocName names a document.
type DocName struct{ Kind, ID string }

// NamedDoc is a document and what names it.
type NamedDoc struct {
	DocName

	Data []byte
}

// Doc is a document of a Batch.
func Doc(kind, id string, data []byte) NamedDoc { return NamedDoc{DocName{kind, id}, data} }

// And is a batch of both.
func (b *Batch) And(o *Batch) Batch {
	return Batch{
		Delete: slices.Concat(b.Delete, o.Delete), Create: slices.Concat(b.Create, o.Create),
		Append: slices.Concat(b.Append, o.Append), Meta: slices.Concat(b.Meta, o.Meta),
		Drop: slices.Concat(b.Drop, o.Drop), Put: slices.Concat(b.Put, o.Put),
	}
}

// Normal is b as a Store makes it, or what Create, Append, SetMeta and PutDoc refuse of it by
// itself; see Entry.Normal.
func (b *Batch) Normal() (Batch, error) {
	out := Batch{Delete: b.Delete, Drop: b.Drop}
	for _, o := range b.Create {
		info, err := o.Info.Normal()
		if err != nil {
			return out, err
		}
		first, err := NormalAll(o.First)
		if err != nil {
			return out, err
		}
		out.Create = append(out.Create, Opening{info, first})
	}
	for _, a := range b.Append {
		e, err := a.Entry.Normal()
		if err != nil {
			return out, err
		}
		out.Append = append(out.Append, TableEntry{a.Table, e})
	}
	for _, m := range b.Meta {
		if err := CheckMeta(m.Meta); err != nil {
			return out, err
		}
		out.Meta = append(out.Meta, TableMeta{m.Table, append([]byte{}, m.Meta...)})
	}
	for _, p := range b.Put {
		d, err := Document{ID: p.ID, Data: p.Data}.Normal(p.Kind)
		if err != nil {
			return out, err
		}
		out.Put = append(out.Put, NamedDoc{p.DocName, d.Data})
	}
	return out, nil
}
