// What reading a document does not need comes in files of its own: the editor, and old versions.
import { deferred } from "../../parts/deferred";
import { go } from "../../router";
import type { EditorProps } from "./Editor";
import { placeOf } from "./source";
import type { VersionProps } from "./Version";

const EditorFile = deferred(() => import("./Editor"));
const VersionFile = deferred(() => import("./Version"));

/** The document being written. */
export const Editor = (props: EditorProps) => (
  <EditorFile {...props} onMissing={() => go(placeOf(props.source))} onAgain={() => go(placeOf(props.source, { edit: "1" }))} />
);

/** The document as it was. */
export const Version = (props: VersionProps) => (
  <VersionFile {...props} onMissing={() => go(placeOf(props.source))} onAgain={() => go(placeOf(props.source, { rev: String(props.rev) }))} />
);
