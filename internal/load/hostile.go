package main

import "context"

func besiege(context.Context, plan) error { return nil }
