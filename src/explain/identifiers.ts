import type { TopicGroup } from "./topic.ts";

/** What stands for columns that name people. */
export const identifierTopics: TopicGroup = {
  title: "Identifiers",
  topics: [
    {
      name: "replace",
      also: ["identifiers", "redact", "mask", "hash", "format", "anonymise-names"],
      sentence: "An identifying column is left out of a release, or published as something that names nobody.",
      formula: `redact       one text for every value                         redact(text=hidden)
mask         signs from one end on, keep characters at the other   mask(keep=2,from=right)
hash         HMAC-SHA-256(key, value) in hexadecimal          hash(length=32)
pseudonym    a short name made of an HMAC                     pseudonym(prefix=P-)
format       digits for digits, letters for letters           format(scheme=ff1)
shift-dates  a keyed number of days for each person           shift-dates(by=patient,days=365)`,
      paper: "HMAC: RFC 2104 and RFC 4231; format: FF1, NIST SP 800-38G",
      example: `kohort anonymize patients.csv -c kohort.json -o release.csv --key-file key \\
  --replace 'name=pseudonym(prefix=P-)' --replace 'admitted=shift-dates(by=name)'

Ada Moor  2024-03-01, 2024-03-09   becomes   P-6KT0…  2023-11-14, 2023-11-22`,
      limits: `A pseudonym links all records of a person and whoever has the key can name them: such a table is still
personal data. Format by ff1 wants 1,000,000 values of a form at least; scheme=feistel-sha256 takes short ones too, and
gives what format gave before it had schemes. Masks keep what they keep. Shifted dates keep the season within the shift, and rare intervals.`,
      see: ["pseudonym", "key", "quasi-identifier"],
    },
    {
      name: "pseudonym",
      also: ["pseudonyms", "shift-dates"],
      sentence: "The same value has the same pseudonym in every column, file and later release made with the same key.",
      formula: `pseudonym = prefix + base32(HMAC-SHA-256(key, "pseudonym" domain value)), 16 characters of 5 bits unless stated
days of a person = HMAC-SHA-256(key, "shift-dates" domain person) mod 2·days, from −days to days and never 0`,
      paper: "RFC 2104; the alphabet is Crockford's, without I, L, O and U",
      example: `two files with a column of the same people, replaced under one key, can still be joined;
under another key nobody can tell which belong together. A domain does the same for columns:
pseudonym(domain=staff) and pseudonym(domain=patients) share nothing.`,
      limits: `Two values that would get the same name stop the run. Spelling counts: "Ada" and "ada " are two people.`,
      see: ["replace", "key"],
    },
    {
      name: "key",
      also: ["key-file", "kohort_key", "secret"],
      sentence: "The key is the secret that ties pseudonyms, hashes, formats and shifted dates to you.",
      example: `openssl rand -hex 32 > key && chmod 600 key
kohort anonymize patients.csv -c kohort.json --key-file key -o release.csv
KOHORT_KEY="$(cat key)" kohort anonymize patients.csv -c kohort.json -o release.csv`,
      limits: `It is never part of a spec, a report, a recipe or an error. Fewer than 16 bytes, a repetition or a run that
counts on are refused, and so is a file that others may read. Lose it and later releases no longer match; leak it and
pseudonyms of guessable values can be undone by trying.`,
      see: ["pseudonym", "replace"],
    },
  ],
};
