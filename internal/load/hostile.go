package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"omerta/internal/siege"
)

// honest is the load that is compared in peace and under siege.
var honest = stage{tables: 20, rate: 40}

// rounds is how often peace and siege take turns: what else the machine does is then in
// both of them.
const rounds = 5

// besiege measures whether lines that mean no good hurt those who play: half-open ones, and
// for each honest phone a stream that is never read and one that is cut off.
func besiege(ctx context.Context, p plan) error {
	o, err := start(ctx, p.bin, "serve", "--addr", "127.0.0.1:0", "--db", filepath.Join(p.dir, "siege.db"))
	if err != nil {
		return err
	}
	defer o.end()
	h := newHouse(o.url)
	defer h.leave()
	if err := h.fill(ctx, honest.tables); err != nil {
		return err
	}
	before, err := o.files()
	if err != nil {
		return err
	}
	var peace, war [][2]float64
	for range rounds {
		if err := h.round(p, &peace); err != nil {
			return err
		}
		s, err := siege.Lay(h.base.Host, h.hostile(p.hostile))
		if err != nil {
			return err
		}
		if err := h.round(p, &war); err != nil {
			return err
		}
		s.Lift()
	}
	time.Sleep(2 * time.Second) // whoever has gone is missed when the next frame comes
	after, err := o.files()
	if err != nil {
		return err
	}
	mb, _, err := o.usage()
	if err != nil {
		return err
	}
	quiet, loud := middle(peace), middle(war)
	fmt.Printf("%d hostile lines beside %d tables: command p99 %.2f ms in peace, %.2f under siege (%.1f times); seen p99 %.2f and %.2f (%.1f times); wrong %d; open files %d before, %d after; %.0f MB\n",
		p.hostile, honest.tables, quiet[0], loud[0], loud[0]/quiet[0], quiet[1], loud[1], loud[1]/quiet[1], h.wrong.Load(), before, after, mb)
	return nil
}

// round plays for a while and notes the p99 of commands and of frames.
func (h *house) round(p plan, into *[][2]float64) error {
	var took latencies
	h.seen.reset()
	if err := h.openLoop(honest.rate, p.long/rounds, &took); err != nil {
		return err
	}
	*into = append(*into, [2]float64{at(took.reset(), 0.99), at(h.seen.reset(), 0.99)})
	return nil
}

// middle is the median of each.
func middle(all [][2]float64) (m [2]float64) {
	for k := range m {
		slices.SortFunc(all, func(a, b [2]float64) int {
			if a[k] < b[k] {
				return -1
			}
			return 1
		})
		m[k] = all[len(all)/2][k]
	}
	return m
}

// hostile plans so many lines.
func (h *house) hostile(lines int) siege.Plan {
	var p siege.Plan
	for range 2 {
		for _, x := range h.phones {
			p.Streams = append(p.Streams, fmt.Sprintf("GET %s HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\n\r\n", x.path, h.base.Host, x.cookie))
		}
	}
	half := max(0, lines-len(p.Streams))
	p.Silent, p.Headers, p.Bodies = half/3, half/3, half-2*(half/3)
	return p
}

// files is how many files a process has open.
func (p *process) files() (int, error) {
	all, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", p.cmd.Process.Pid))
	if err != nil {
		return 0, errors.Join(errors.New("count open files"), err)
	}
	return len(all), nil
}
