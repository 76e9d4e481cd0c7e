// The words of the settings. They come with that screen.
import agents from "./agents";
import bring from "./bring";
import options from "./options";

export default { ...agents, ...bring, ...options };
