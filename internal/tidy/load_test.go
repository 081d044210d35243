package tidy

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// repo is what the checks look at: every text file, and the Go files parsed.
type repo struct {
	files   map[string]string
	names   []string // of files, in order
	sources []source
	fset    *token.FileSet
}

// source is one Go file.
type source struct {
	name      string // path in the repository
	dir       string
	tree      *ast.File
	test      bool
	generated bool
}

// unread are folders that hold nothing written by us.
var unread = []string{".git", "node_modules", "dist", "bin", "test-results", "playwright-report"}

// readable are the endings of text files; files without an ending are text too.
var readable = []string{
	"", ".go", ".mod", ".ts", ".js", ".svelte", ".css", ".html", ".json", ".md", ".sh", ".yml", ".yaml", ".txt", ".mafia", ".csv", ".svg",
}

func load(fsys fs.FS) (*repo, error) {
	r := &repo{files: map[string]string{}, fset: token.NewFileSet()}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains(unread, d.Name()):
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		return r.add(fsys, name)
	})
	return r, err
}

// add keeps the text of a file and parses Go. Of other files only the existence is kept, for links.
func (r *repo) add(fsys fs.FS, name string) error {
	r.names = append(r.names, name)
	if !slices.Contains(readable, strings.ToLower(path.Ext(name))) {
		r.files[name] = ""
		return nil
	}
	text, err := fs.ReadFile(fsys, name)
	if err != nil {
		return err
	}
	r.files[name] = string(text)
	if path.Ext(name) != ".go" {
		return nil
	}
	tree, err := parser.ParseFile(r.fset, name, text, parser.ParseComments)
	if err != nil {
		return err
	}
	r.sources = append(r.sources, source{
		name: name, dir: path.Dir(name), tree: tree,
		test: strings.HasSuffix(name, "_test.go"), generated: ast.IsGenerated(tree),
	})
	return nil
}

// at says where a node is, as file:line.
func (r *repo) at(n ast.Node) string {
	p := r.fset.Position(n.Pos())
	return fmt.Sprintf("%s:%d", p.Filename, p.Line)
}

// imports lists the paths that a file imports.
func (s source) imports() []string {
	var paths []string
	for _, spec := range s.tree.Imports {
		paths = append(paths, strings.Trim(spec.Path.Value, `"`))
	}
	return paths
}

// selected reports the name that an expression selects from a package: "time.Now". It goes by the last part of the
// import path, which is enough for the standard library.
func selected(n ast.Node) string {
	s, ok := n.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if x, ok := s.X.(*ast.Ident); ok {
		return x.Name + "." + s.Sel.Name
	}
	return ""
}
