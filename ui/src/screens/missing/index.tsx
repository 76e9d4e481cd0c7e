import { ButtonLink } from "../../parts/Button";
import { Empty } from "../../parts/Rest";
import { to } from "../../router";

/** An address that leads nowhere. */
export default function Missing() {
  return <div class="page"><Empty title="There is no such page" action={<ButtonLink href={to("now")}>Go to Now</ButtonLink>}>The address may be old, or mistyped.</Empty></div>;
}
