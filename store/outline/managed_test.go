package outline

import (
	"testing"
)

const (
	openLine  = "<!-- hub:threads -->\n"
	closeLine = "<!-- /hub:threads -->\n"
)

func TestFill(t *testing.T) {
	tests := []struct{ name, md, block, want string }{
		{"an empty block", "# A\n\n" + openLine + closeLine + "b\n", "x\ny\n", "# A\n\n" + openLine + "x\ny\n" + closeLine + "b\n"},
		{"in place of what stands there", openLine + "old\n\n" + closeLine, "x", openLine + "x\n" + closeLine},
		{"nothing", openLine + "old\n" + closeLine, "", openLine + closeLine},
		{"an empty line", openLine + closeLine, "\n", openLine + "\n" + closeLine},
		{"after a paragraph", "text\n" + openLine + closeLine, "x", "text\n" + openLine + "x\n" + closeLine},
		{"blanks after the markers", "<!-- hub:threads --> \t\n<!-- /hub:threads -->  ", "x", "<!-- hub:threads --> \t\nx\n<!-- /hub:threads -->  "},
		{"line ends of the opening marker", "a\n<!-- hub:threads -->\r\n<!-- /hub:threads -->\n", "x\ny\rz\r\n", "a\n<!-- hub:threads -->\r\nx\r\ny\r\nz\r\n<!-- /hub:threads -->\n"},
		{"markers in the block are none", openLine + closeLine, "a\n" + closeLine + openLine + "b", openLine + "a\n " + closeLine + " " + openLine + "b\n" + closeLine},
		{"an open fence in the old block", openLine + "```\n" + closeLine + "b\n", "x", openLine + "x\n" + closeLine + "b\n"},
		{"the first pair", openLine + closeLine + openLine + closeLine, "x", openLine + "x\n" + closeLine + openLine + closeLine},
		{"two opening markers", openLine + openLine + closeLine, "x", openLine + "x\n" + closeLine},
		{"a closing marker before", closeLine + openLine + closeLine, "x", closeLine + openLine + "x\n" + closeLine},
		{"after a pair in code", "```\n" + openLine + closeLine + "```\n" + openLine + closeLine, "x", "```\n" + openLine + closeLine + "```\n" + openLine + "x\n" + closeLine},
		{"after a list with a fence", "- ```\n" + openLine + closeLine, "x", "- ```\n" + openLine + "x\n" + closeLine},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Fill(tt.md, tt.block); got != tt.want {
				t.Errorf("%q filled with %q is %q, want %q", tt.md, tt.block, got, tt.want)
			}
		})
	}
}

func TestFillLeavesADocumentWithoutMarkersAlone(t *testing.T) {
	tests := []struct{ name, md string }{
		{"empty", ""},
		{"no marker", "# A\n"},
		{"no closing marker", openLine + "a\n"},
		{"no opening marker", "a\n" + closeLine},
		{"closed before it opens", closeLine + openLine},
		{"in a fence", "```\n" + openLine + closeLine + "```\n"},
		{"in an open fence", "~~~\n" + openLine + closeLine},
		{"indented", " " + openLine + " " + closeLine},
		{"closing marker indented", openLine + " " + closeLine},
		{"in a quote", "> " + openLine + "> " + closeLine},
		{"in a list", "- " + openLine + "  " + closeLine},
		{"in a comment", "<!--\n" + openLine + closeLine + "-->\n"},
		{"in other HTML", "<pre>\n" + openLine + closeLine + "</pre>\n"},
		{"text after it", "<!-- hub:threads --> x\n" + closeLine},
		{"text before it", "x " + openLine + closeLine},
		{"another name", "<!-- hub:thread -->\n<!-- /hub:thread -->\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Fill(tt.md, "x"); got != tt.md {
				t.Errorf("%q becomes %q", tt.md, got)
			}
		})
	}
}

func TestBlank(t *testing.T) {
	tests := []struct{ name, md, want string }{
		{"a full block", "a\n" + openLine + "x\n\n```\n" + closeLine + "b\n", "a\n" + openLine + closeLine + "b\n"},
		{"an empty block", openLine + closeLine, openLine + closeLine},
		{"CRLF", "<!-- hub:threads -->\r\nx\r\n<!-- /hub:threads -->\r\n", "<!-- hub:threads -->\r\n<!-- /hub:threads -->\r\n"},
		{"no block", "a\n", "a\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Blank(tt.md); got != tt.want {
				t.Errorf("%q becomes %q, want %q", tt.md, got, tt.want)
			}
		})
	}
}
