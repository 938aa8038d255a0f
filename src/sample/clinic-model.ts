/**
 * @file The invented clinic behind `clinic.ts`: names, places, schooling, jobs and diagnoses with integer weights,
 * which are shares in no particular unit.
 */

/** Given names, for women and for men. */
export const firstNames: { readonly female: readonly string[]; readonly male: readonly string[] } = {
  female: (
    "Adaeze Agnieszka Aisha Alma Amélie Anjali Aroha Astrid Beatriz Bronwen Camila Chiara Dagny Dalia Edith Eleni " +
    "Emine Esther Farida Fiona Freya Gabriela Greta Hana Helga Ilse Ines Ingrid Ioana Jana Joyce Kalinda " +
    "Katarzyna Keiko Leila Liesel Lina Lucía Mai Marguerite Marta Mei Miriam Nadia Ngozi Noor Olga Oona Paloma " +
    "Petra Priya Rosa Ruth Salma Sigrid Siobhan Soledad Tamar Thandiwe Ulrike Vera Wanjiru Yasmin Zofia"
  ).split(" "),
  male: (
    "Abebe Ahmet Aleksi Alvaro Anders Andrzej Arjun Bao Bartosz Benedikt Björn Callum Carlos Cheng Cosmin Dario " +
    "Dmitri Edgar Emeka Enzo Farhad Felix Gareth Giorgos Gustav Hamid Harald Hiroshi Hugo Ibrahim Igor Ivan Jakob " +
    "Javier Jomo Karim Kofi Kwame Lars Leopold Luca Malik Mateo Mikael Nikola Oisín Omar Pavel Pedro Rafael Ravi " +
    "Rolf Samir Sipho Søren Stefan Tariq Teodor Thabo Tomasz Umberto Viktor Wei Youssef"
  ).split(" "),
};

/** Family names. */
export const lastNames: readonly string[] = (
  "Abara Achterberg Adeyemi Aguirre Ahlgren Almeida Amsel Andrade Arslan Asante Bakker Balogun Banerjee Barros " +
  "Baumgart Beaulieu Benali Bergström Bianchi Birnbaum Bjarnason Blackwood Bonfante Boateng Brandt Brennan " +
  "Caldera Cardoso Castellano Chanda Chen Cisneros Conrad Coskun Dahl Danjuma Delacroix Demir Desai Dimitrov " +
  "Dlamini Domingo Dragan Dufour Eberhardt Eide Ekwueme Engström Escobar Fairweather Farkas Fernandes Fischbach " +
  "Fitzgerald Fontaine Fujimoto Gallagher Garza Gebre Ghosh Giordano Grabowski Greenhalgh Gupta Haddad Halloran " +
  "Hartwig Hashimoto Hellström Hidalgo Hosseini Ibarra Ilves Iwu Jankowski Jaramillo Joshi Kaminski Kariuki " +
  "Kaya Keita Kessler Khoury Kim Kingsley Kowalczyk Kristensen Kumalo Lambrecht Laurent Lindqvist Lombardi " +
  "Lysenko MacLeod Madani Marchetti Mokoena Medina Mehta Mendoza Molnar Mwangi Nakamura Navarro Ndiaye Nguyen " +
  "Nielsen Novak Nwosu O'Rourke Okonjo Olsen Öztürk Parviz Papadakis Pereira Petrov Quispe Rahman Rasmussen " +
  "Ricci Rosenthal Sandoval Schreiber Sedláček Sithole Sokolov Suzuki Szabo Tadesse Takeda Thorne Tran Uzun " +
  "Valdez Vasquez Virtanen Wachira Weatherby Wisniewski Yamada Yilmaz Zamora Zheng Zielinski"
).split(" ");

/** Middle initials; few start with the letters left out. */
export const initials: string = "ABCDEFGHJKLMNOPRSTVW";

/** Areas by the first three digits of their codes, how many live there, and over how many codes they are spread. */
export const areas: readonly { readonly prefix: string; readonly weight: number; readonly codes: number }[] = [
  { prefix: "021", weight: 380, codes: 12 },
  { prefix: "024", weight: 170, codes: 10 },
  { prefix: "018", weight: 90, codes: 22 },
  { prefix: "109", weight: 140, codes: 9 },
  { prefix: "106", weight: 50, codes: 18 },
  { prefix: "113", weight: 30, codes: 25 },
  { prefix: "237", weight: 60, codes: 14 },
  { prefix: "231", weight: 20, codes: 30 },
  { prefix: "604", weight: 8, codes: 30 },
  { prefix: "881", weight: 4, codes: 40 },
];

/** The age of the youngest patient. */
export const youngest = 16;

/** How many patients there are of each age band of five years, from the youngest on. */
export const ageBandWeights: readonly number[] = [46, 60, 66, 72, 74, 78, 84, 92, 100, 104, 102, 94, 76, 50, 26, 10];

/** Schooling from low to high. */
export const educations: readonly string[] = ["primary", "secondary", "vocational", "bachelor", "master", "doctorate"];

/** How common each schooling is below 21, below 27, up to 50, up to 70 and beyond. */
export const educationWeights: readonly (readonly number[])[] = [
  [300, 640, 58, 2, 0, 0],
  [60, 350, 310, 250, 30, 0],
  [60, 260, 300, 240, 120, 20],
  [110, 320, 330, 150, 75, 15],
  [260, 380, 250, 70, 32, 8],
];

/** Jobs of those who are neither at school nor retired. */
export const jobs: readonly string[] = [
  "cleaner",
  "cook",
  "driver",
  "farmer",
  "sales assistant",
  "builder",
  "electrician",
  "office clerk",
  "nurse",
  "police officer",
  "software developer",
  "teacher",
  "engineer",
  "accountant",
  "physician",
  "lawyer",
  "researcher",
  "unemployed",
];

/** How common each job is, by schooling. */
export const jobWeights: readonly (readonly number[])[] = [
  [210, 90, 130, 70, 120, 150, 2, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 220],
  [70, 80, 90, 40, 200, 80, 20, 190, 10, 50, 10, 0, 0, 10, 0, 0, 0, 110],
  [12, 80, 60, 45, 110, 120, 150, 130, 150, 40, 20, 5, 10, 20, 0, 0, 0, 48],
  [3, 6, 6, 8, 50, 8, 8, 130, 110, 35, 180, 170, 140, 110, 0, 6, 6, 24],
  [1, 2, 2, 4, 15, 2, 2, 50, 30, 10, 150, 180, 210, 90, 90, 100, 40, 22],
  [0, 0, 0, 1, 4, 0, 0, 8, 4, 2, 60, 90, 90, 10, 330, 60, 320, 21],
];

/** How busy the clinic is in each month. */
export const monthWeights: readonly number[] = [118, 110, 100, 88, 82, 74, 66, 62, 80, 92, 104, 116];

/** A diagnosis: how common it is by age (below 30, 45, 60, 75 and older), in per cent by sex and by season. */
export type Diagnosis = {
  readonly name: string;
  readonly byAge: readonly [number, number, number, number, number];
  readonly female: number;
  readonly male: number;
  /** In winter, spring, summer and autumn. */
  readonly bySeason: readonly [number, number, number, number];
};

const even = [100, 100, 100, 100] as const;

/** What patients are treated for, the common before the rare. */
export const diagnoses: readonly Diagnosis[] = [
  { name: "hypertension", byAge: [8, 60, 190, 270, 280], female: 95, male: 105, bySeason: even },
  { name: "type 2 diabetes", byAge: [6, 45, 130, 170, 160], female: 90, male: 112, bySeason: even },
  { name: "back pain", byAge: [90, 170, 160, 80, 50], female: 100, male: 100, bySeason: even },
  { name: "influenza", byAge: [130, 100, 70, 70, 90], female: 100, male: 100, bySeason: [260, 80, 10, 70] },
  { name: "depression", byAge: [150, 140, 100, 50, 40], female: 130, male: 70, bySeason: [120, 95, 80, 110] },
  { name: "heart failure", byAge: [1, 8, 40, 130, 240], female: 85, male: 120, bySeason: [115, 100, 85, 100] },
  { name: "asthma", byAge: [120, 70, 45, 30, 20], female: 110, male: 90, bySeason: [90, 160, 80, 80] },
  { name: "fracture", byAge: [110, 60, 45, 70, 130], female: 100, male: 100, bySeason: [150, 80, 90, 80] },
  { name: "pneumonia", byAge: [15, 18, 30, 70, 140], female: 90, male: 112, bySeason: [190, 90, 40, 90] },
  { name: "migraine", byAge: [90, 80, 45, 12, 5], female: 150, male: 50, bySeason: even },
  { name: "breast cancer", byAge: [1, 16, 45, 50, 35], female: 198, male: 2, bySeason: even },
  { name: "prostate cancer", byAge: [0, 1, 20, 60, 70], female: 0, male: 180, bySeason: even },
  { name: "multiple sclerosis", byAge: [7, 9, 5, 2, 1], female: 140, male: 60, bySeason: even },
  { name: "HIV infection", byAge: [6, 7, 4, 1, 0], female: 40, male: 160, bySeason: even },
];
