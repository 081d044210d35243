package main

import (
	"os"
	"path/filepath"
	"runtime"
)

// dataDir is the folder for the user's data: XDG_DATA_HOME or ~/.local/share,
// ~/Library/Application Support on macOS, %LocalAppData% on Windows.
func dataDir() (string, error) {
	if dir := os.Getenv("XDG_DATA_HOME"); dir != "" && filepath.IsAbs(dir) {
		return dir, nil
	}
	if runtime.GOOS == "windows" {
		return os.UserCacheDir() // %LocalAppData%
	}
	if runtime.GOOS == "darwin" {
		return os.UserConfigDir() // Application Support holds data too
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(home, ".local", "share"), nil
}
