package main

import (
	"strings"
	"testing"
)

func TestPrintsBothHalvesByLanguage(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for long, alone")
	}
	for _, split := range []string{"dev", "test"} {
		var out strings.Builder
		if err := run(&out, split); err != nil {
			t.Fatal(err)
		}
		for _, row := range []string{"hit@1", split + " ", "en ", "de ", "es ", "ja ", "mixed "} {
			if !strings.Contains("\n"+out.String(), "\n"+row) && !strings.Contains(out.String(), "  "+row) {
				t.Errorf("%s: no %q in\n%s", split, row, out.String())
			}
		}
	}
}
