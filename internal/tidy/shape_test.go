package tidy

import (
	"fmt"
	"go/ast"
	"path"
	"slices"
	"strings"
)

// Limits of length. Tests may be longer, for their tables are data.
const (
	maxFunc     = 70
	maxTestFunc = 120
	maxFile     = 700
	maxTestFile = 1000
)

// length keeps functions and files short enough to be read at one sitting.
func length(r *repo) (complaints []string) {
	generated := map[string]bool{}
	for _, s := range r.sources {
		generated[s.name] = s.generated
		if !s.generated {
			complaints = append(complaints, r.longFuncs(s)...)
		}
	}
	for _, name := range r.names {
		if generated[name] || strings.HasPrefix(r.files[name], "// Code generated ") ||
			!slices.Contains([]string{".go", ".ts", ".svelte", ".css", ".sh"}, path.Ext(name)) {
			continue
		}
		limit := maxFile
		if strings.Contains(name, "_test.") || strings.Contains(name, ".test.") || strings.Contains(name, ".spec.") {
			limit = maxTestFile
		}
		if n := strings.Count(r.files[name], "\n"); n > limit {
			complaints = append(complaints, fmt.Sprintf("%s has %d lines, more than %d", name, n, limit))
		}
	}
	return complaints
}

func (r *repo) longFuncs(s source) (complaints []string) {
	limit := maxFunc
	if s.test {
		limit = maxTestFunc
	}
	for _, d := range s.tree.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if n := r.fset.Position(f.End()).Line - r.fset.Position(f.Pos()).Line + 1; n > limit {
			complaints = append(complaints, fmt.Sprintf("%s: %s has %d lines, more than %d", r.at(f), f.Name.Name, n, limit))
		}
	}
	return complaints
}

// packageDocs wants one comment per package that says what it is.
func packageDocs(r *repo) (complaints []string) {
	var dirs []string
	documented := map[string]bool{}
	for _, s := range r.sources {
		if s.test {
			continue
		}
		if !slices.Contains(dirs, s.dir) {
			dirs = append(dirs, s.dir)
		}
		documented[s.dir] = documented[s.dir] || s.tree.Doc.Text() != ""
	}
	for _, dir := range dirs {
		if !documented[dir] {
			complaints = append(complaints, dir+" has no package comment")
		}
	}
	return complaints
}

// wellKnown are methods whose names promise all there is to say.
var wellKnown = []string{
	"String", "Error", "Unwrap", "Is", "Len", "Less", "Swap", "ServeHTTP", "GoString",
	"MarshalText", "UnmarshalText", "MarshalJSON", "UnmarshalJSON",
}

// exportedDocs wants a comment on whatever a package offers to others.
func exportedDocs(r *repo) (complaints []string) {
	for _, s := range r.sources {
		if s.test || s.generated || s.tree.Name.Name == "main" {
			continue
		}
		for _, d := range s.tree.Decls {
			for _, name := range undocumented(d) {
				complaints = append(complaints, fmt.Sprintf("%s: %s has no comment", r.at(d), name))
			}
		}
	}
	return complaints
}

// undocumented lists the exported names of a declaration that go without a comment. A comment on a group covers the
// constants and variables in it.
func undocumented(d ast.Decl) []string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return undocumentedFunc(d)
	case *ast.GenDecl:
		var names []string
		for _, spec := range d.Specs {
			names = append(names, undocumentedSpec(d, spec)...)
		}
		return names
	}
	return nil
}

func undocumentedFunc(f *ast.FuncDecl) []string {
	if f.Doc.Text() != "" || !f.Name.IsExported() {
		return nil
	}
	if f.Recv == nil {
		return []string{"func " + f.Name.Name}
	}
	receiver := receiverName(f.Recv.List[0].Type)
	if !ast.IsExported(receiver) || slices.Contains(wellKnown, f.Name.Name) {
		return nil
	}
	return []string{receiver + "." + f.Name.Name}
}

// receiverName strips pointer and type parameters.
func receiverName(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return receiverName(x.X)
	case *ast.IndexExpr:
		return receiverName(x.X)
	case *ast.IndexListExpr:
		return receiverName(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}

func undocumentedSpec(d *ast.GenDecl, spec ast.Spec) (names []string) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		alone := !d.Lparen.IsValid() && d.Doc.Text() != ""
		if spec.Name.IsExported() && !alone && spec.Doc.Text() == "" {
			names = append(names, "type "+spec.Name.Name)
		}
	case *ast.ValueSpec:
		if d.Doc.Text() != "" || spec.Doc.Text() != "" || spec.Comment.Text() != "" {
			return nil
		}
		for _, id := range spec.Names {
			if id.IsExported() {
				names = append(names, d.Tok.String()+" "+id.Name)
			}
		}
	}
	return names
}
