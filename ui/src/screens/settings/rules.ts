// The rules that teach agents how to work with the hub, as docs/agents has them.
import block from "../../../../docs/agents/AGENTS-block.md?raw";
import rule from "../../../../docs/agents/progress-hub.mdc?raw";
import skill from "../../../../docs/agents/progress-hub/SKILL.md?raw";

export const rules = { block, rule, skill };
