import { expect, it } from "vitest";
import { speak, want } from "../../words";
import { scheduleInWords } from "./schedule";

it.each([
  ["0 9 * * *", "Every day at 09:00"],
  ["30 3 * * *", "Every day at 03:30"],
  ["0 9,17 * * *", "Every day at 09:00 and 17:00"],
  ["*/30 * * * *", "Every 30 minutes"],
  ["* * * * *", "Every minute"],
  ["0 9 * * 1-5", "Every weekday at 09:00"],
  ["0 9 * * MON-fri", "Every weekday at 09:00"],
  ["0 9 * * 1,4", "Every Monday and Thursday at 09:00"],
  ["0 9 * * 0", "Every Sunday at 09:00"],
  ["0 9 * * 5-7", "Every Friday, Saturday and Sunday at 09:00"],
  ["0 9 1 * *", "Every month on day 1 at 09:00"],
  ["  0  9 * * * ", "Every day at 09:00"],
])("%s", (schedule, want) => expect(scheduleInWords(schedule)).toBe(want));

it("speaks the owner's language", async () => {
  await speak("de");
  await want("lists");
  expect(scheduleInWords("0 9 * * 1-5")).toBe("Montag bis Freitag um 09:00");
  await speak("en");
});

it.each(["", "0 9 * *", "0 9 * * * *", "0 9 * 6 *", "0 9 1 * 1", "*/5 9 * * *", "*/45 * * * *", "*/0 * * * *", "0 */2 * * *", "15 * * * *", "0 9 1-5 * *", "0 9 * * 1-9", "0 9 * * 6-2", "0 9 * * 1/2", "0 9 * * no"])("leaves %j to the hub's words", (schedule) => {
  expect(scheduleInWords(schedule)).toBeNull();
});
