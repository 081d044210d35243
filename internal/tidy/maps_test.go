package tidy

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/types"
	"slices"
	"strings"
)

// mapOrder finds loops over maps in mafia and rulebook: their order changes from run to run, and with it whatever the
// loop decides. A map's keys may be taken where they are sorted at once.
func mapOrder(r *repo) (complaints []string) {
	c := &checker{repo: r, std: importer.Default(), done: map[string]*types.Package{}}
	c.info.Types = map[ast.Expr]types.TypeAndValue{}
	for _, s := range r.sources {
		if s.test || !isPure(s) {
			continue
		}
		if _, err := c.Import("omerta/" + s.dir); err != nil {
			return []string{err.Error()}
		}
		sorted := map[ast.Node]bool{}
		ast.Inspect(s.tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.RangeStmt:
				if c.isMap(n.X) {
					complaints = append(complaints, fmt.Sprintf("%s: loop over a map", r.at(n)))
				}
			case *ast.CallExpr:
				complaints = append(complaints, r.unsortedKeys(n, sorted)...)
			}
			return true
		})
	}
	return complaints
}

// unsortedKeys complains of maps.Keys and its like unless the call is what a sorting function gets. It is called for
// outer calls before inner ones.
func (r *repo) unsortedKeys(call *ast.CallExpr, sorted map[ast.Node]bool) []string {
	switch selected(callee(call)) {
	case "slices.Sorted", "slices.SortedFunc", "slices.SortedStableFunc":
		sorted[call.Args[0]] = true
	case "maps.Keys", "maps.Values", "maps.All":
		if !sorted[call] {
			return []string{fmt.Sprintf("%s: keys of a map, not sorted", r.at(call))}
		}
	}
	return nil
}

// callee strips type arguments from what is called.
func callee(call *ast.CallExpr) ast.Expr {
	switch f := call.Fun.(type) {
	case *ast.IndexExpr:
		return f.X
	case *ast.IndexListExpr:
		return f.X
	default:
		return f
	}
}

// checker finds out types: ours from the parsed files, the standard library's from the build cache.
type checker struct {
	repo *repo
	std  types.Importer
	done map[string]*types.Package
	info types.Info
}

// Import makes the checker its own importer.
func (c *checker) Import(path string) (*types.Package, error) {
	dir, ours := strings.CutPrefix(path, "omerta/")
	if !ours {
		return c.std.Import(path)
	}
	if p := c.done[path]; p != nil {
		return p, nil
	}
	var trees []*ast.File
	for _, s := range c.repo.sources {
		if s.dir == dir && !s.test {
			trees = append(trees, s.tree)
		}
	}
	conf := types.Config{Importer: c}
	p, err := conf.Check(path, c.repo.fset, slices.Clone(trees), &c.info)
	c.done[path] = p
	return p, err
}

func (c *checker) isMap(x ast.Expr) bool {
	t := c.info.TypeOf(x)
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Map)
	return ok
}
