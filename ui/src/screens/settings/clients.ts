// Written by go test ./caddyhub/internal/connect -update: its table of clients, to be written by hand.
// {url} stands for the hub's endpoint.

export interface Client {
  id: string;
  name: string;
  /** It can't speak HTTP to the hub, so it starts the hub's program. */
  bridge: boolean;
  /** One of its own that adds the hub. */
  command?: string;
  pieces: readonly { files: readonly string[]; projects: readonly string[]; text: string }[];
}

export const clients: readonly Client[] = [
  {
    "id": "claude-code",
    "name": "Claude Code",
    "bridge": false,
    "command": "claude mcp add-json -s user hub '{\"type\":\"http\",\"url\":\"{url}\",\"headers\":{\"Authorization\":\"Bearer ${HUB_TOKEN}\"}}'",
    "pieces": [
      {
        "files": [
          "~/.claude.json"
        ],
        "projects": [
          ".mcp.json"
        ],
        "text": "{\n  \"mcpServers\": {\n    \"hub\": {\n      \"type\": \"http\",\n      \"url\": \"{url}\",\n      \"headers\": {\n        \"Authorization\": \"Bearer ${HUB_TOKEN}\"\n      }\n    }\n  }\n}"
      }
    ]
  },
  {
    "id": "claude-desktop",
    "name": "Claude Desktop",
    "bridge": true,
    "pieces": [
      {
        "files": [
          "~/.config/Claude/claude_desktop_config.json"
        ],
        "projects": [],
        "text": "{\n  \"mcpServers\": {\n    \"hub\": {\n      \"command\": \"/usr/local/bin/hub\",\n      \"args\": [\n        \"mcp\"\n      ]\n    }\n  }\n}"
      }
    ]
  },
  {
    "id": "cursor",
    "name": "Cursor",
    "bridge": false,
    "pieces": [
      {
        "files": [
          "~/.cursor/mcp.json"
        ],
        "projects": [
          ".cursor/mcp.json"
        ],
        "text": "{\n  \"mcpServers\": {\n    \"hub\": {\n      \"url\": \"{url}\",\n      \"headers\": {\n        \"Authorization\": \"Bearer ${env:HUB_TOKEN}\"\n      }\n    }\n  }\n}"
      }
    ]
  },
  {
    "id": "vscode",
    "name": "VS Code",
    "bridge": false,
    "pieces": [
      {
        "files": [
          "~/.config/Code/User/mcp.json"
        ],
        "projects": [
          ".vscode/mcp.json"
        ],
        "text": "{\n  \"servers\": {\n    \"hub\": {\n      \"type\": \"http\",\n      \"url\": \"{url}\",\n      \"headers\": {\n        \"Authorization\": \"Bearer ${env:HUB_TOKEN}\"\n      }\n    }\n  }\n}"
      }
    ]
  },
  {
    "id": "copilot-cli",
    "name": "Copilot CLI",
    "bridge": false,
    "pieces": [
      {
        "files": [
          "~/.copilot/mcp-config.json"
        ],
        "projects": [
          ".github/mcp.json"
        ],
        "text": "{\n  \"mcpServers\": {\n    \"hub\": {\n      \"type\": \"http\",\n      \"url\": \"{url}\",\n      \"headers\": {\n        \"Authorization\": \"Bearer ${HUB_TOKEN}\"\n      },\n      \"tools\": [\n        \"*\"\n      ]\n    }\n  }\n}"
      }
    ]
  },
  {
    "id": "codex",
    "name": "Codex",
    "bridge": false,
    "pieces": [
      {
        "files": [
          "~/.codex/config.toml"
        ],
        "projects": [
          ".codex/config.toml"
        ],
        "text": "[mcp_servers.hub]\nurl = \"{url}\"\nbearer_token_env_var = \"HUB_TOKEN\""
      }
    ]
  },
  {
    "id": "gemini-cli",
    "name": "Gemini CLI",
    "bridge": false,
    "pieces": [
      {
        "files": [
          "~/.gemini/settings.json"
        ],
        "projects": [
          ".gemini/settings.json"
        ],
        "text": "{\n  \"mcpServers\": {\n    \"hub\": {\n      \"httpUrl\": \"{url}\",\n      \"headers\": {\n        \"Authorization\": \"Bearer ${HUB_TOKEN}\"\n      }\n    }\n  }\n}"
      }
    ]
  },
  {
    "id": "antigravity",
    "name": "Antigravity",
    "bridge": false,
    "pieces": [
      {
        "files": [
          "~/.gemini/config/mcp_config.json"
        ],
        "projects": [],
        "text": "{\n  \"mcpServers\": {\n    \"hub\": {\n      \"serverUrl\": \"{url}\",\n      \"headers\": {\n        \"Authorization\": \"Bearer ${HUB_TOKEN}\"\n      }\n    }\n  }\n}"
      }
    ]
  },
  {
    "id": "devin",
    "name": "Devin Desktop (Windsurf)",
    "bridge": false,
    "pieces": [
      {
        "files": [
          "~/.config/devin/mcp_config.json"
        ],
        "projects": [
          ".devin/mcp_config.json"
        ],
        "text": "{\n  \"mcpServers\": {\n    \"hub\": {\n      \"url\": \"{url}\",\n      \"transport\": \"http\",\n      \"headers\": {\n        \"Authorization\": \"Bearer ${env:HUB_TOKEN}\"\n      }\n    }\n  }\n}"
      },
      {
        "files": [
          "~/.codeium/windsurf/mcp_config.json"
        ],
        "projects": [],
        "text": "{\n  \"mcpServers\": {\n    \"hub\": {\n      \"serverUrl\": \"{url}\",\n      \"headers\": {\n        \"Authorization\": \"Bearer ${env:HUB_TOKEN}\"\n      }\n    }\n  }\n}"
      }
    ]
  },
  {
    "id": "opencode",
    "name": "OpenCode",
    "bridge": false,
    "pieces": [
      {
        "files": [
          "~/.config/opencode/opencode.json"
        ],
        "projects": [
          "opencode.json"
        ],
        "text": "{\n  \"mcp\": {\n    \"hub\": {\n      \"type\": \"remote\",\n      \"url\": \"{url}\",\n      \"headers\": {\n        \"Authorization\": \"Bearer {env:HUB_TOKEN}\"\n      },\n      \"oauth\": false,\n      \"enabled\": true\n    }\n  }\n}"
      }
    ]
  },
  {
    "id": "zed",
    "name": "Zed",
    "bridge": true,
    "pieces": [
      {
        "files": [
          "~/.config/zed/settings.json"
        ],
        "projects": [
          ".zed/settings.json"
        ],
        "text": "{\n  \"context_servers\": {\n    \"hub\": {\n      \"command\": \"/usr/local/bin/hub\",\n      \"args\": [\n        \"mcp\"\n      ]\n    }\n  }\n}"
      }
    ]
  },
  {
    "id": "cline",
    "name": "Cline",
    "bridge": false,
    "pieces": [
      {
        "files": [
          "~/.cline/data/settings/cline_mcp_settings.json",
          "~/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"
        ],
        "projects": [],
        "text": "{\n  \"mcpServers\": {\n    \"hub\": {\n      \"type\": \"streamableHttp\",\n      \"url\": \"{url}\",\n      \"headers\": {\n        \"Authorization\": \"Bearer ${HUB_TOKEN}\"\n      }\n    }\n  }\n}"
      }
    ]
  },
  {
    "id": "goose",
    "name": "Goose",
    "bridge": false,
    "pieces": [
      {
        "files": [
          "~/.config/goose/config.yaml"
        ],
        "projects": [],
        "text": "extensions:\n  hub:\n    type: \"streamable_http\"\n    name: \"hub\"\n    uri: \"{url}\"\n    headers:\n      Authorization: \"Bearer ${HUB_TOKEN}\"\n    enabled: true\n    timeout: 60"
      }
    ]
  },
  {
    "id": "continue",
    "name": "Continue",
    "bridge": true,
    "pieces": [
      {
        "files": [
          "~/.continue/mcpServers/hub.yaml"
        ],
        "projects": [
          ".continue/mcpServers/hub.yaml"
        ],
        "text": "name: Progress Hub\nversion: 1.0.0\nschema: v1\nmcpServers:\n  - name: \"hub\"\n    type: \"stdio\"\n    command: \"/usr/local/bin/hub\"\n    args: [\"mcp\"]"
      }
    ]
  },
  {
    "id": "junie",
    "name": "JetBrains Junie",
    "bridge": true,
    "pieces": [
      {
        "files": [
          "~/.junie/mcp/mcp.json"
        ],
        "projects": [
          ".junie/mcp/mcp.json"
        ],
        "text": "{\n  \"mcpServers\": {\n    \"hub\": {\n      \"command\": \"/usr/local/bin/hub\",\n      \"args\": [\n        \"mcp\"\n      ]\n    }\n  }\n}"
      }
    ]
  },
  {
    "id": "openclaw",
    "name": "OpenClaw",
    "bridge": false,
    "command": "openclaw mcp add hub --url '{url}' --transport streamable-http --header 'Authorization=Bearer ${HUB_TOKEN}'",
    "pieces": []
  }
];
