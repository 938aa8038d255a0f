export { drive, finish, KohortError } from "./base/index.ts";
