import { useState } from "preact/hooks";
import { formatCount, formatNumber, formatShare } from "../../base/index.ts";
import { isNaming, type Role } from "../../spec/index.ts";
import { roleOf } from "../columns.ts";
import { useStudio } from "../context.ts";
import { setRole, setRoles } from "../edits.ts";
import { Button, Menu, type Option } from "../parts/entries.tsx";
import { Scroll } from "../parts/table.tsx";
import type { ColumnProfile } from "../protocol.ts";

const roles: readonly (readonly [Role, string, string])[] = [
  ["identifying", "identifying", "names a person; not published, or replaced"],
  ["person", "person", "says whose rows they are; not published, or replaced, and people are counted"],
  ["quasi-identifying", "quasi-identifying", "others may know it; generalised"],
  ["sensitive", "sensitive", "what nobody should learn of a person; protected"],
  ["insensitive", "insensitive", "published as it is"],
  ["unpublished", "unpublished", "not published"],
];

type ManyRolesProps = {
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  readonly found: readonly ColumnProfile[];
};

/** Finds columns by their names, and gives all that were found a role as one step. */
export function ManyRoles({ filter, onFilter, found }: ManyRolesProps) {
  const studio = useStudio();
  const [role, setOne] = useState<Role>("insensitive");
  const names = found.map(({ name }) => name);
  return (
    <div class="form">
      <label class="field">
        <span>columns whose name has</span>
        <input type="search" size={24} value={filter} onInput={(event) => onFilter(event.currentTarget.value)} />
      </label>
      <Menu
        label="role for all of them"
        value={role}
        options={roles.map(([name, label]): Option => [name, label])}
        onChange={(value) => setOne(value as Role)}
      />
      <Button disabled={names.length === 0} onClick={() => studio.edit(setRoles(names, role))}>
        Give it to {formatCount(names.length, "column")}
      </Button>
    </div>
  );
}

type RoleTableProps = {
  readonly columns: readonly ColumnProfile[];
  readonly open: string | undefined;
  readonly isNarrow: boolean;
  readonly onOpen: (name: string | undefined) => void;
};

/** One row per column, one column per role. */
export function RoleTable({ columns, open, isNarrow, onOpen }: RoleTableProps) {
  return (
    <Scroll label="roles" height="none">
      <table class={isNarrow ? "roles narrow" : "roles explained"}>
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

type RoleRowProps = {
  readonly column: ColumnProfile;
  readonly isOpen: boolean;
  readonly isNarrow: boolean;
  readonly onOpen: () => void;
};

function RoleRow({ column, isOpen, isNarrow, onOpen }: RoleRowProps) {
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
          {isNaming(current) ? (replace?.kind ?? "not published") : (hierarchy?.kind ?? "none")}
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
        <td colSpan={9} class="quiet small">
          {differs ? <b>suggested as {column.suggestion.role}: </b> : null}
          {column.suggestion.reason}
        </td>
      </tr>
    </>
  );
}
