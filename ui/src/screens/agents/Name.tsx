// What an agent is called on the board: by its own name and, where it works over several tokens, by
// that of the token, as in Activity.
import type { AgentDay } from "../../api/types";
import { t } from "../../words";

type Named = Pick<AgentDay, "name" | "via">;

/** The token it is told apart by; null: it is the only one of its name. */
const tokenOf = ({ via }: Named): string | null => via === "" ? t("common.accessToken") : via;

export function fullName(agent: Named): string {
  const token = tokenOf(agent);
  return token === null ? agent.name : `${agent.name} (${token})`;
}

export function Name({ of }: { of: Named }) {
  const token = tokenOf(of);
  return <><bdi>{of.name}</bdi>{token !== null && <span class="of-token"> (<bdi>{token}</bdi>)</span>}</>;
}
