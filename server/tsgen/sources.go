package tsgen

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// sources is what reflection cannot see: comments, and the constants of string
// types. Keys are "package.Type" and "package.Type.Field".
type sources struct {
	doc     map[string]string
	words   map[string][]string
	written []string // types whose words were written
}

// readSources reads the packages in the folders named, tests left out.
func readSources(root string, folders ...string) (sources, error) {
	s := sources{doc: map[string]string{}, words: map[string][]string{}}
	for _, f := range folders {
		names, err := fs.Glob(os.DirFS(filepath.Join(root, f)), "*.go")
		if err != nil {
			return s, err
		}
		for _, n := range names {
			if strings.HasSuffix(n, "_test.go") {
				continue
			}
			tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, f, n), nil, parser.ParseComments)
			if err != nil {
				return s, fmt.Errorf("comments of %s: %w", n, err)
			}
			s.file(tree)
		}
	}
	return s, nil
}

func (s *sources) file(tree *ast.File) {
	for _, d := range tree.Decls {
		gen, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range gen.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				s.typeSpec(tree.Name.Name, gen, spec)
			case *ast.ValueSpec:
				if gen.Tok == token.CONST {
					s.constant(tree.Name.Name, spec)
				}
			}
		}
	}
}

func (s *sources) typeSpec(pkg string, gen *ast.GenDecl, spec *ast.TypeSpec) {
	name := pkg + "." + spec.Name.Name
	doc := spec.Doc.Text()
	if doc == "" && len(gen.Specs) == 1 {
		doc = gen.Doc.Text()
	}
	s.doc[name] = doc
	st, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range st.Fields.List {
		for _, n := range f.Names {
			s.doc[name+"."+n.Name] = f.Doc.Text() + " " + f.Comment.Text()
		}
	}
}

// constant notes a word of a closed list: an exported constant of a named
// string type.
func (s *sources) constant(pkg string, spec *ast.ValueSpec) {
	kind, ok := spec.Type.(*ast.Ident)
	if !ok || len(spec.Values) != 1 || !spec.Names[0].IsExported() {
		return
	}
	lit, ok := spec.Values[0].(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return
	}
	word, err := strconv.Unquote(lit.Value)
	if err != nil {
		return
	}
	name := pkg + "." + kind.Name
	s.words[name] = append(s.words[name], word)
}
