import { useState } from "preact/hooks";
import type { RiskySets } from "../../audit/index.ts";
import { formatCount, formatNumber, formatShare } from "../../base/index.ts";
import { columnsOfRole } from "../columns.ts";
import { useStudio } from "../context.ts";
import { takeSuggestion } from "../edits.ts";
import { Button, WorkButton } from "../parts/entries.tsx";
import { useKept } from "../parts/kept.ts";
import { Screen } from "../parts/screen.tsx";
import { type OpenStudio, TableScreen } from "../parts/states.tsx";
import { Table } from "../parts/table.tsx";
import { ColumnPanel } from "./column-panel.tsx";
import { ManyRoles, RoleTable } from "./role-table.tsx";

/** Columns from which on they are searched and given roles together. */
const manyColumns = 12;

/** Quasi-identifiers from which on a release says little. */
const manyQuasi = 30;

/** What every column is, and how its values are grouped. */
export function AttributesScreen() {
  return <TableScreen title="Attributes" Body={Roles} />;
}

function Roles({ table, spec }: OpenStudio) {
  const studio = useStudio();
  const [open, setOpen] = useState<string>();
  const [filter, setFilter] = useState("");
  const { columns } = table;
  const chosen = columns.find(({ name }) => name === open);
  const sought = filter.trim().toLowerCase();
  const found = columns.filter(({ name }) => name.toLowerCase().includes(sought));
  const quasi = columnsOfRole(spec, "quasi-identifying").length;
  return (
    <Screen
      title="Attributes"
      wide
      lede="One row per column, one column per role. Keys 1 to 4 set the role of the row that has the focus. The sidebar counts anew who stands out."
    >
      <div class="row">
        <Button onClick={() => studio.edit(takeSuggestion(table))}>Suggest roles</Button>
        <span class="quiet small">A proposal from headers and figures; only you know what others know.</span>
      </div>
      {columns.length > manyColumns ? <ManyRoles filter={filter} onFilter={setFilter} found={found} /> : null}
      {quasi > manyQuasi ? (
        <p>
          <span class="bad">Look: </span>
          {formatNumber(quasi)} columns are quasi-identifying. Of so many little is left in a release; keep those that
          others can know.
        </p>
      ) : null}
      <div class={chosen === undefined ? "" : "split"}>
        <RoleTable columns={found} open={open} isNarrow={chosen !== undefined} onOpen={setOpen} />
        {chosen === undefined ? null : (
          <ColumnPanel key={chosen.name} column={chosen} onClose={() => setOpen(undefined)} />
        )}
      </div>
      <Combinations />
    </Screen>
  );
}

/** Which sets of columns single people out. */
function Combinations() {
  const studio = useStudio();
  const quasi = columnsOfRole(studio.spec.value!, "quasi-identifying");
  const [found, keep] = useKept<RiskySets>(`combinations ${studio.table.value!.id} ${quasi.join("\u0000")}`);
  const look = async (): Promise<void> => {
    const answer = await studio.work("Looking at combinations", "combinations", { spec: studio.spec.value! });
    if (answer !== undefined) keep(answer);
  };
  return (
    <section class="section">
      <div class="row">
        <h2>Which combinations single people out?</h2>
        <WorkButton disabled={quasi.length === 0} onWork={look}>
          Look
        </WorkButton>
      </div>
      {found === undefined ? null : (
        <>
          <p>
            All quasi-identifiers together single out {formatCount(found.together.unique, "record")} (
            {formatShare(found.together.share)}).
          </p>
          <Table
            heads={[
              "columns",
              { figure: "records singled out" },
              { figure: "share" },
              { figure: "not by fewer columns" },
            ]}
            rows={found.combinations.map(({ columns, unique, share, minimal }) => [
              columns.join(" + "),
              formatNumber(unique),
              formatShare(share),
              formatNumber(minimal),
            ])}
          />
          {found.combinations.length === 0 ? <p class="quiet">No small set of columns singles anybody out.</p> : null}
        </>
      )}
    </section>
  );
}
