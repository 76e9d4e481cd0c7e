import { useEffect, useRef } from "preact/hooks";
import type { Resource } from "./resource";
import { now } from "./time";

/** Asks again each half-minute while somebody looks: for what no event tells of. */
export function usePolling(of: Pick<Resource<unknown>, "refetch">, when = true): void {
  const turn = now.value;
  const asked = useRef(turn);
  useEffect(() => {
    if (when && asked.current !== turn) void of.refetch();
    asked.current = turn;
  }, [turn, when]);
}
