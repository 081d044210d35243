package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// process is a server that runs.
type process struct {
	cmd  *exec.Cmd
	url  string // where the host's link leads
	once sync.Once
}

// start starts a server and waits for the line that says where it is.
func start(ctx context.Context, bin string, args ...string) (*process, error) {
	p := &process{cmd: exec.CommandContext(ctx, bin, args...)}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	in := bufio.NewScanner(out)
	for in.Scan() {
		if url, ok := strings.CutPrefix(in.Text(), "omerta: "); ok {
			p.url = url
			go func() {
				for in.Scan() { // so that it can go on printing
					continue
				}
			}()
			return p, nil
		}
	}
	return nil, errors.New("the server has not said where it is")
}

// end asks the server to stop and waits.
func (p *process) end() {
	p.once.Do(func() {
		_ = p.cmd.Process.Signal(syscall.SIGTERM)
		_ = p.cmd.Wait()
	})
}

// kill ends it at once.
func (p *process) kill() {
	p.once.Do(func() {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	})
}

// usage is the memory of a process in MB and its processor time.
func (p *process) usage() (mb float64, cpu time.Duration, err error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.SplitSeq(string(status), "\n") {
		if kb, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, err := strconv.ParseFloat(strings.Fields(kb)[0], 64)
			if err != nil {
				return 0, 0, err
			}
			mb = n / 1024
		}
	}
	cpu, err = cpuOf(strconv.Itoa(p.cmd.Process.Pid))
	return mb, cpu, err
}

// spent is processor time: of the server, of this client, and of the whole machine.
type spent struct{ server, client, machine time.Duration }

// spent reads all three.
func (p *process) spent() (s spent, err error) {
	if _, s.server, err = p.usage(); err != nil {
		return s, err
	}
	if s.client, err = cpuOf("self"); err != nil {
		return s, err
	}
	stat, err := os.ReadFile("/proc/stat")
	if err != nil {
		return s, err
	}
	line, _, _ := strings.Cut(string(stat), "\n")
	f := strings.Fields(line)
	s.machine, err = ticks(append(f[1:4:4], f[6:9]...)) // all but idle and waiting
	return s, err
}

// cpuOf is the processor time of a process.
func cpuOf(pid string) (time.Duration, error) {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')'):]))
	return ticks(fields[12:14]) // user and system time
}

// ticks adds up hundredths of a second.
func ticks(fields []string) (sum time.Duration, err error) {
	for _, f := range fields {
		n, err := strconv.Atoi(f)
		if err != nil {
			return 0, err
		}
		sum += time.Duration(n) * 10 * time.Millisecond
	}
	return sum, nil
}
