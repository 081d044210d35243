# make run      build what is stale and start the program (ADDR=:8080 DB=omerta.db)
# make check    the two-minute check before a commit
# make test     everything: checks, all Go tests, races, browser tests
SHELL := /bin/sh
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := build
.PHONY: run build web ci check test test-long fmt lint bench load fuzz vuln gen clean help

# Chosen once, when first needed: asking may mean fetching the toolchain.
toolchain = $(eval toolchain := $$(shell scripts/toolchain.sh))$(toolchain)
GO = OMERTA_TOOLCHAIN=$(toolchain) GOTOOLCHAIN=$(toolchain) go

# The version says the commit; the go command's own stamp fails in a folder of another owner.
export GOFLAGS := $(GOFLAGS) -buildvcs=false
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null)
WEB_SOURCES := $(shell find web/src web/public web/build -type f 2>/dev/null) $(wildcard web/*.html web/*.ts web/*.js web/*.json say/*.json say/*/*.json)

help: ## Show what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

run: build ## Build what is stale and start the program: ADDR=, DB=
	bin/omerta serve $(if $(ADDR),--addr $(ADDR)) $(if $(DB),--db $(DB))

build: web ## Build bin/omerta with the pages in it
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags "-s -w -X main.version=$(VERSION)" -o bin/omerta ./cmd/omerta

web: web/dist/index.html ## Build the pages into web/dist

web/dist/index.html: $(WEB_SOURCES) web/node_modules/.package-lock.json
	cd web && npm run -s build -- --logLevel warn
	@touch $@

web/node_modules/.package-lock.json: web/package-lock.json web/package.json
	@scripts/need-node.sh
	cd web && timeout 600 npm ci --no-fund --no-audit
	@touch $@

ci:
	@$(GO) build -o bin/ci ./internal/ci

check: ci ## Format, vet, linters, short Go tests, web tests: two minutes
	@OMERTA_TOOLCHAIN=$(toolchain) bin/ci check

test: ci ## Everything, with races and browser tests
	@OMERTA_TOOLCHAIN=$(toolchain) bin/ci test

test-long: ci ## As test, with the long random runs
	@OMERTA_TOOLCHAIN=$(toolchain) bin/ci long

fmt: ## Format Go and web sources
	scripts/go-files.sh | xargs -r $$(scripts/tool.sh mvdan.cc/gofumpt@v0.12.0) -w
	cd web && npm run -s format

lint: ## golangci-lint, slower and wider than the checker in "check"
	@OMERTA_TOOLCHAIN=$(toolchain) scripts/check-go.sh lint

bench: ## All benchmarks of the Go code
	$(GO) test -run '^$$' -bench . -benchmem -timeout 30m ./...

load: build ## Many rooms at once, against a floor: streams, times, memory
	$(GO) run ./internal/load -bin bin/omerta

fuzz: ## Every fuzz test for FUZZTIME (20s)
	@OMERTA_TOOLCHAIN=$(toolchain) GOTOOLCHAIN=$(toolchain) scripts/fuzz.sh

vuln: ## Known holes that our code reaches
	@OMERTA_TOOLCHAIN=$(toolchain) scripts/vuln.sh || { code=$$?; [ $$code = 75 ] && echo "vuln: skipped, no database of known holes can be had here" || exit $$code; }

gen: web/node_modules/.package-lock.json ## Make the generated files anew
	$(GO) generate ./...
	cd web && npm run -s --if-present gen

clean: ## Remove all that was built
	rm -rf bin web/test-results
	find web/dist -mindepth 1 ! -name .keep -delete
