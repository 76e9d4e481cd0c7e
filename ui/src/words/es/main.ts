import frame from "./frame";
import work from "./work";

export default { ...frame, ...work };
