import { testPage } from "./page.ts";

testPage("docs/frontier.md");
