import { useState } from "preact/hooks";
import { formatCount, formatNumber, formatShare } from "../../base/index.ts";
import type { RiskySets } from "../../run/index.ts";
import type { Role } from "../../spec/index.ts";
import { roleOf } from "../columns.ts";
import { useStudio } from "../context.ts";
import { setRole, takeSuggestion } from "../edits.ts";
import { Screen } from "../parts/screen.tsx";
import { Empty } from "../parts/states.tsx";
import { Heads, Scroll } from "../parts/table.tsx";
import type { ColumnProfile } from "../protocol.ts";
import { ColumnPanel } from "./column-panel.tsx";

const roles: readonly (readonly [Role, string, string])[] = [
  ["identifying", "identifying", "names a person; left out or replaced"],
  ["quasi-identifying", "quasi-identifying", "others may know it; generalised"],
  ["sensitive", "sensitive", "what nobody should learn of a person; protected"],
  ["insensitive", "insensitive", "published as it is"],
];

/** What every column is, and how its values are grouped. */
export function AttributesScreen() {
  const studio = useStudio();
  const { table, spec } = studio;
  const [open, setOpen] = useState<string>();
  if (table.value === undefined || spec.value === undefined) {
    return (
      <Screen title="Attributes">
        <Empty says="No table is open." todo="Open a table" go="start" />
      </Screen>
    );
  }
  const chosen = table.value.columns.find(({ name }) => name === open);
  return (
    <Screen
      title="Attributes"
      wide
      lede="One row per column, one column per role. Keys 1 to 4 set the role of the row that has the focus. The sidebar counts anew who stands out."
    >
      <div class="row">
        <button type="button" class="button" onClick={() => studio.edit(takeSuggestion(table.value!))}>
          Suggest roles
        </button>
        <span class="quiet small">A proposal from headers and figures; only you know what others know.</span>
      </div>
      <div class={chosen === undefined ? "" : "split"}>
        <RoleTable columns={table.value.columns} open={open} isNarrow={chosen !== undefined} onOpen={setOpen} />
        {chosen === undefined ? null : (
          <ColumnPanel key={chosen.name} column={chosen} onClose={() => setOpen(undefined)} />
        )}
      </div>
      <Combinations />
    </Screen>
  );
}

function RoleTable({
  columns,
  open,
  isNarrow,
  onOpen,
}: {
  readonly columns: readonly ColumnProfile[];
  readonly open: string | undefined;
  readonly isNarrow: boolean;
  readonly onOpen: (name: string | undefined) => void;
}) {
  return (
    <Scroll label="roles" height="none">
      <table class={isNarrow ? "roles narrow" : "roles"}>
        <thead>
          <tr>
            <th scope="col">column</th>
            {roles.map(([role, label, meaning], place) => (
              <th key={role} scope="col" class="pick" title={meaning}>
                {label}
                <br />
                <span class="tag">{place + 1}</span>
              </th>
            ))}
            {isNarrow ? null : (
              <>
                <th scope="col" class="number extra">
                  distinct
                </th>
                <th scope="col" class="number" title="records that this column alone singles out">
                  stand out
                </th>
              </>
            )}
            <th scope="col">hierarchy</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <RoleRow
              key={column.name}
              column={column}
              isOpen={open === column.name}
              isNarrow={isNarrow}
              onOpen={() => onOpen(open === column.name ? undefined : column.name)}
            />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function RoleRow({
  column,
  isOpen,
  isNarrow,
  onOpen,
}: {
  readonly column: ColumnProfile;
  readonly isOpen: boolean;
  readonly isNarrow: boolean;
  readonly onOpen: () => void;
}) {
  const studio = useStudio();
  const spec = studio.spec.value!;
  const current = roleOf(spec, column.name);
  const { hierarchy, replace } = spec.attributes[column.name] ?? {};
  const differs = column.suggestion.role !== current;
  const controls = (
    <tr
      class={isOpen ? "open" : ""}
      onKeyDown={(event) => {
        const role = roles[Number(event.key) - 1];
        const isText = event.target instanceof HTMLInputElement && event.target.type !== "radio";
        if (role === undefined || isText) return;
        studio.edit(setRole(column.name, role[0]));
      }}
    >
      <th scope="row" class="clip" style={{ maxWidth: "180px" }} title={column.name}>
        {column.name} {isNarrow ? null : <span class="tag">{column.kind}</span>}
      </th>
      {roles.map(([role, label]) => (
        <td key={role} class="pick">
          <input
            type="radio"
            name={`role of ${column.name}`}
            aria-label={`${column.name}: ${label}`}
            checked={current === role}
            onChange={() => studio.edit(setRole(column.name, role))}
          />
        </td>
      ))}
      {isNarrow ? null : (
        <>
          <td class="number extra">{formatNumber(column.distinct)}</td>
          <td class="number">{formatShare(column.unique)}</td>
        </>
      )}
      <td>
        <button type="button" class="link" aria-expanded={isOpen} onClick={onOpen}>
          {current === "identifying" ? (replace?.kind ?? "left out") : (hierarchy?.kind ?? "none")}
          <span class="visually-hidden"> for {column.name}</span>
        </button>
      </td>
    </tr>
  );
  if (isNarrow) return controls;
  return (
    <>
      {controls}
      <tr class="reason">
        <td colSpan={8} class="quiet small">
          {differs ? <b>suggested as {column.suggestion.role}: </b> : null}
          {column.suggestion.reason}
        </td>
      </tr>
    </>
  );
}

/** Which sets of columns single people out. */
function Combinations() {
  const studio = useStudio();
  const [found, setFound] = useState<RiskySets>();
  const look = async (): Promise<void> => {
    setFound(await studio.work("Looking at combinations", "combinations", { spec: studio.spec.value! }));
  };
  return (
    <section class="section">
      <div class="row">
        <h2>Which combinations single people out?</h2>
        <button type="button" class="button" onClick={() => void look()}>
          Look
        </button>
      </div>
      {found === undefined ? null : (
        <>
          <p>
            All quasi-identifiers together single out {formatCount(found.together.unique, "record")} (
            {formatShare(found.together.share)}).
          </p>
          <table>
            <Heads
              of={[
                "columns",
                { figure: "records singled out" },
                { figure: "share" },
                { figure: "not by fewer columns" },
              ]}
            />
            <tbody>
              {found.combinations.map(({ columns, unique, share, minimal }) => (
                <tr key={columns.join()}>
                  <td>{columns.join(" + ")}</td>
                  <td class="number">{formatNumber(unique)}</td>
                  <td class="number">{formatShare(share)}</td>
                  <td class="number">{formatNumber(minimal)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {found.combinations.length === 0 ? <p class="quiet">No small set of columns singles anybody out.</p> : null}
        </>
      )}
    </section>
  );
}
