/** Twelve patients for examples: four groups of three that share a sex, the start of their zip code and nearly an age. */
export const toyCsv: string = `name,age,zip,sex,diagnosis
Nadia Kessler,23,02114,female,asthma
Sipho Dahl,47,10907,male,hypertension
Eleni Tran,68,02431,female,fracture
Ines Barros,25,02117,female,migraine
Omar Lindqvist,34,10932,male,back pain
Greta Molnar,64,02436,female,hypertension
Javier Novak,49,10903,male,diabetes
Kofi Brandt,31,10938,male,influenza
Mei Gallagher,21,02119,female,influenza
Hana Sandoval,66,02438,female,heart failure
Pavel Mehta,45,10901,male,back pain
Luca Ndiaye,36,10935,male,asthma
`;
