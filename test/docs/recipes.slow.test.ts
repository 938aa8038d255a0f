import { testPage } from "./page.ts";

testPage("docs/recipes.md");
