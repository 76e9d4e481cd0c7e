// The places that have no room in the bottom bar.
import { Fails } from "../../parts/Fails";
import { Icon } from "../../parts/Icon";
import { type Place, places, rail, type PlaceName } from "../../places";
import { to } from "../../router";
import { counts } from "../../state/overview";
import { signOut } from "../../state/signOut";
import { development } from "../../state/session";
import { t } from "../../words";

const listed: readonly PlaceName[] = [...rail.filter((name) => name !== "now" && name !== "threads" && name !== "projects"), "settings"];

export default function More() {
  return (
    <nav class="page" aria-label={t("more.morePlaces")}>
      <ul class="more-places">
        {listed.map((name) => {
          const place: Place = places[name];
          return (
            <li key={name}>
              <a href={to(name as "now")}><Icon name={place.icon!} /><span>{place.title}</span>{counts.value[name] ? <span class="count">{counts.value[name]}</span> : null}<Fails at={to(name as "now")} /></a>
            </li>
          );
        })}
        {!development.value && <li><button type="button" onClick={() => void signOut()}><Icon name="out" /><span>{t("more.signOut")}</span></button></li>}
      </ul>
    </nav>
  );
}
