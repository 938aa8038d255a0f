import { KohortError } from "../base/index.ts";
import { refuseTwins, type Table } from "./table.ts";

/**
 * Refuses what is typed as a table and is none, as may come from a caller's own code: columns of one name or of another
 * length than the table's, and codes without a label. Such rows would be lost, or be published as somebody else's.
 */
export function checkTable(table: Table): void {
  refuseTwins(table);
  const { rows, columns } = table;
  if (!Number.isSafeInteger(rows) || rows < 0)
    refuse(`a table cannot have ${JSON.stringify(rows) ?? String(rows)} rows`);
  for (const { name, codes, labels, counts } of columns) {
    if (counts === undefined && codes.length !== rows) {
      refuse(`column "${name}" has ${codes.length} values in a table of ${rows} rows`);
    }
    for (let row = 0; row < codes.length; row++) {
      if (codes[row] >= labels.size)
        refuse(`column "${name}" has no label for the code ${codes[row]} of row ${row + 1}`);
    }
  }
}

function refuse(message: string): never {
  throw new KohortError("input", message, {
    hint: "make tables with readCsv or readJson, or give each row one code of each column",
  });
}
