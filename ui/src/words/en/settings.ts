// The words of the settings. They come with that screen.
import agents from "./agents";
import options from "./options";

export default { ...agents, ...options };
