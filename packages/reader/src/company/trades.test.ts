/** Those who build and mend work in operations, in every language, as welders, fitters and mechanics do. */
import { roleOf } from '../title/role';

test.each([
  ['en', 'Plumber, Carpenter, Joiner, Roofer, Stonemason, Tiler, Painter, Electrician'],
  ['de', 'Klempner, Zimmerer, Tischlerin, Dachdecker, Maurer, Fliesenleger, Maler, Elektriker'],
  ['fr', 'Plombier, Charpentier, Menuisière, Couvreur, Maçon, Carreleur, Peintre, Électricienne'],
  ['es', 'Fontanero, Carpintera, Albañil, Pintor, Electricista'],
  ['pt', 'Encanador, Carpinteiro, Pedreiro, Pintora, Eletricista'],
  ['ca', 'Lampista, Fuster, Electricista'],
  ['it', 'Idraulico, Falegname, Muratore, Piastrellista, Imbianchino, Elettricista'],
  ['nl', 'Loodgieter, Timmerman, Dakdekker, Metselaar, Schilder, Elektricien'],
  ['sv', 'Rörmokare, Snickare, Takläggare, Murare, Plattsättare, Målare, Elektriker'],
  ['no', 'Rørlegger, Tømrer, Snekker, Murer, Maler, Elektriker'],
  ['da', 'Blikkenslager, Tømrer, Snedker, Murer, Maler, Elektriker'],
  ['fi', 'Putkiasentaja, Kirvesmies, Puuseppä, Muurari, Laatoittaja, Maalari, Sähköasentaja'],
  ['et', 'Torulukksepp, Tisler, Elektrik'],
  ['lv', 'Santehniķis, Galdnieks, Elektriķis'],
  ['lt', 'Santechnikas, Elektrikas'],
  ['pl', 'Hydraulik, Stolarz, Cieśla, Dekarz, Murarz, Glazurnik, Malarz, Elektryk'],
  ['cs', 'Instalatér, Truhlář, Tesař, Pokrývač, Zedník, Obkladač, Malíř pokojů, Elektrikář'],
  ['sk', 'Inštalatér, Stolár, Murár, Elektrikár'],
  ['sl', 'Vodovodni inštalater, Mizar, Zidar, Električar'],
  ['hr', 'Vodoinstalater, Stolar, Zidar, Električar'],
  ['hu', 'Vízvezeték-szerelő, Asztalos, Ács, Tetőfedő, Kőműves, Burkoló, Szobafestő, Villanyszerelő'],
  ['ro', 'Instalator, Tâmplar, Dulgher, Zidar, Faianțar, Zugrav, Electrician'],
  ['bg', 'Водопроводчик, Електромонтьор'],
  ['ru', 'Сантехник, Плотник, Кровельщик, Каменщик, Плиточник, Маляр, Электрик'],
  ['uk', 'Сантехнік, Тесляр, Покрівельник, Муляр, Маляр, Електрик'],
  ['el', 'Υδραυλικός, Ξυλουργός, Χτίστης, Ελαιοχρωματιστής, Ηλεκτρολόγος'],
  ['tr', 'Tesisatçı, Marangoz, Duvarcı, Boyacı, Elektrikçi'],
  ['he', 'אינסטלטור, נגר, רצף, צבעי, חשמלאי'],
  ['ar', 'سباك, نجار, بناء, دهان, كهربائي'],
  ['ja', '大工, 左官, 配管工, 塗装工, 電気工事士'],
  ['zh', '水管工, 木匠, 瓦工, 油漆工, 电工'],
  ['ko', '목수, 배관공, 미장공'],
  ['vi', 'Thợ mộc, Thợ điện'],
  ['th', 'ช่างประปา, ช่างไม้, ช่างทาสี, ช่างไฟฟ้า'],
  ['ms', 'Juruelektrik'],
])('%s: %s', (_language, titles) => {
  const others = titles.split(', ').filter((title) => roleOf(title).function !== 'operations');
  expect(others).toEqual([]);
});

test.each([
  // A painter of pictures, who says so, and engineers are none.
  ['Artiste peintre', 'other'],
  ['Festőművész', 'other'],
  ['Artystka malarka', 'other'],
  ['Akademický malíř', 'other'],
  ['Ingeniero electricista', 'engineering'],
  ['Engenheira Eletricista', 'engineering'],
  ['Инженер-электрик', 'engineering'],
  ['Elektrik-Elektronik Mühendisi', 'engineering'],
  ['VVS-säljare', 'sales'],
])('%s is in %s', (title, work) => {
  expect(roleOf(title).function).toBe(work);
});
