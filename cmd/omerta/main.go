// Command omerta is the referee and host's assistant for the game of Mafia.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/alecthomas/kong"

	"omerta/say"
)

// cli is the command line; each command is a struct with a Run method.
type cli struct {
	Serve    serveCmd    `cmd:"" help:"${cli_serve_help}"`
	HostLink hostLinkCmd `cmd:"" name:"host-link" help:"${cli_link_help}"`
	Replay   replayCmd   `cmd:"" help:"${cli_replay_help}"`
	Export   exportCmd   `cmd:"" help:"${cli_export_help}"`
	Import   importCmd   `cmd:"" help:"${cli_import_help}"`
	Backup   backupCmd   `cmd:"" help:"${cli_backup_help}"`
	Restore  restoreCmd  `cmd:"" help:"${cli_restore_help}"`
	Pack     packCmd     `cmd:"" help:"${cli_pack_help}"`
	Unpack   unpackCmd   `cmd:"" help:"${cli_unpack_help}"`
	Rules    rulesCmd    `cmd:"" help:"${cli_rules_help}"`
	Compose  composeCmd  `cmd:"" help:"${cli_compose_help}"`
	Version  versionCmd  `cmd:"" help:"${cli_version_help}"`
}

func main() {
	var c cli
	ctx := kong.Parse(&c, append(options(),
		kong.UsageOnError(),
		kong.Exit(func(code int) { os.Exit(min(code, 2)) }), // wrong usage is 2, as with other commands
		kong.BindTo(os.Stdout, (*io.Writer)(nil)),
	)...)
	err := ctx.Run()
	var code exit
	if errors.As(err, &code) {
		os.Exit(int(code))
	}
	ctx.FatalIfErrorf(err)
}

// options are the name and the words of the command line.
func options() []kong.Option {
	l := locale(os.Getenv)
	return []kong.Option{
		kong.Name("omerta"),
		kong.Description(say.T(l, "cli.description", nil)),
		helpVars(l),
		kong.Help(helpPrinter(l)),
	}
}

// versionCmd prints one line: version, commit if known, toolchain, system.
type versionCmd struct{}

// Run prints the line.
func (versionCmd) Run(w io.Writer) error {
	_, err := fmt.Fprintln(w, versionLine(buildInfo()))
	return err
}

// buildInfo is what the toolchain knows of this binary.
func buildInfo() *debug.BuildInfo {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info
	}
	return &debug.BuildInfo{}
}

// version is set by the build (-ldflags -X main.version=...); without it the module's version is told.
var version string

func versionLine(info *debug.BuildInfo) string {
	v := version
	if v == "" {
		v = info.Main.Version
	}
	if v == "" {
		v = "(devel)"
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) > 12:
			v += ", commit " + s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			v += " with changes"
		}
	}
	return fmt.Sprintf("omerta %s, %s, %s/%s", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
