// The channels beside the gateway, each folded behind how it stands.
import type { Notify } from "../../../api/types";
import { Icon } from "../../../parts/Icon";
import { Loaded } from "../../../parts/Rest";
import { useResource, type Resource } from "../../../state/resource";
import { t } from "../../../words";
import { ChannelForm, Standing } from "./ChannelForm";
import { channelName, channels } from "./channels";
import { PushDevices } from "./PushDevices";

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
          <p>{t("settings.eachChannelIsItsOwn")}</p>
          {!all.public_url && <p class="meta">{t("settings.noPublicAddress")}</p>}
          <ul class="group channels">
            {channels().map((one) => (
              <li key={one.name}>
                <details class="more">
                  <summary><Icon name="chevron" small /><strong class="grow">{channelName(one.name)}</strong><Standing of={all[one.name]} /></summary>
                  <ChannelForm of={one} all={all} onSave={saved} onTest={onTest}>
                    {one.name === "push" && <PushDevices of={devices} needsContact={all.push.missing !== null} changed={changed} />}
                  </ChannelForm>
                </details>
              </li>
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}
