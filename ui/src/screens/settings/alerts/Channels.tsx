// The channels beside the gateway, each folded behind how it stands.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Notify } from "../../../api/types";
import { extra } from "../../../parts/deferred";
import { Icon } from "../../../parts/Icon";
import { Loaded } from "../../../parts/Rest";
import { useResource, type Resource } from "../../../state/resource";
import { t } from "../../../words";
import { ChannelForm, Standing } from "./ChannelForm";
import { type ChannelName, channelName, channels } from "./channels";

const PushDevices = extra(() => import("./PushDevices"));

export const useDevices = () => useResource("/api/notify/push", {}, { on: [] }); // no event tells of a device

interface Props {
  notify: Resource<Notify>;
  devices: ReturnType<typeof useDevices>;
  onTest: () => void;
}

export function Channels({ notify, devices, onTest }: Props) {
  const saved = () => void notify.refetch();
  const changed = () => {
    void devices.refetch();
    saved();
  };
  return (
    <Loaded of={notify}>
      {(all) => (
        <>
          {!all.public_url && <p class="meta">{t("settings.noPublicAddress")}</p>}
          <ul class="group channels">
            {channels().map((one) => (
              <Folded key={one.name} name={one.name} of={all}>
                <ChannelForm of={one} all={all} onSave={saved} onTest={onTest}>
                  {one.name === "push" && <PushDevices of={devices} needsContact={all.push.missing !== null} changed={changed} />}
                </ChannelForm>
              </Folded>
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}

/** What is folded is not made, and its files are not loaded. */
function Folded({ name, of: all, children }: { name: ChannelName; of: Notify; children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <details class="more" open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
        <summary><Icon name="chevron" small /><strong class="grow">{channelName(name)}</strong><Standing of={all[name]} /></summary>
        {open && children}
      </details>
    </li>
  );
}
