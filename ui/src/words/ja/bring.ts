// The words of bringing work from elsewhere.
import type { Words } from "../forms";
import type english from "../en/bring";

export default {
  "settings.andNMore": "ほか {n} 件。",
  "settings.anotherFile": "別のファイル",
  "settings.asTheFileHasIt": "ファイルのとおり",
  "settings.bringIt": "取り込む",
  "settings.broughtFrom": { other: "{tool} から {n} 件を取り込みました。" },
  "settings.cameBefore": { other: "{n} 件は以前に取り込まれており、今のまま残ります。" },
  "settings.chooseAFile": "先にファイルを選んでください。",
  "settings.doesNotCome": { other: "取り込まれないもの {n} 件" },
  "settings.fileOrZip": "ファイル",
  "settings.fileOrZipHint": "ツールが書き出したままのファイル、またはフォルダーを zip にしたもの。最大 {size}。",
  "settings.fileTooLarge": "ファイルが {size} を超えています。",
  "settings.itIsBrought": "取り込んでいます",
  "settings.leaveBrokenRowsOut": "読めない行を除く",
  "settings.nothingInItIsNew": "新しいものはありません。",
  "settings.nothingWasBrought": "何も取り込まれませんでした。",
  "settings.showWhatWouldCome": "取り込む内容を確認",
  "settings.suchAs": "例",
  "settings.theHubReadsTheFile": "ハブがファイルを読んでいます。",
  "settings.thisMayBeHereAlready": "すでにあるかもしれないもの",
  "settings.thisWouldCome": "{tool} から取り込む内容",
  "settings.tool": "ツール",
  "settings.whatBecomesWhat": "何が何になるか",
  "settings.whatItsContentTells": "内容から判断する",
} satisfies Words<typeof english>;
