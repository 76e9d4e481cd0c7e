// Names for what the API speaks of. The shapes come from the API's own description.
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Approval = Schemas["Approval"];
export type BackupRun = Schemas["BackupRun"];
export type Candidate = Schemas["Candidate"];
export type Client = Schemas["ClientBody"];
export type Delivery = Schemas["Delivery"];
export type Event = Schemas["Event"];
export type EventDetail = Schemas["EventDetail"];
export type EventPart = Schemas["EventPart"];
export type Forge = Schemas["ForgeBody"];
export type ForgeConflict = Schemas["ForgeConflict"];
export type Gateway = Schemas["GatewayBody"];
export type Now = Schemas["NowBody"];
export type Next = Schemas["NextBody"];
export type Overlap = Schemas["OverlapBody"];
export type OverlapHit = Schemas["OverlapHit"];
export type Overview = Schemas["Overview"];
export type Page = Schemas["PageBody"];
export type PageInfo = Schemas["PageInfo"];
export type Preferences = Schemas["PreferencesBody"];
export type Problem = Schemas["Problem"];
export type Progress = Schemas["ProgressBody"];
export type Project = Schemas["Project"];
export type Reminder = Schemas["ReminderBody"];
export type ReminderDetail = Schemas["ReminderDetail"];
export type Revision = Schemas["Revision"];
export type ScheduledBackups = Schemas["BackupBody"];
export type Scanned = Schemas["Scanned"];
export type SearchHit = Schemas["SearchHit"];
export type Server = Schemas["ServerBody"];
export type SessionRecord = Schemas["SessionRecord"];
export type SignInStatus = Schemas["Status"];
export type Thread = Schemas["ThreadBody"];
export type Undone = Schemas["Undone"];
