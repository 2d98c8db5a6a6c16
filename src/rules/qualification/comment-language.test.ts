import { languageOf } from './comment-language';

test.each([
  ['en', 'Could you send us your rates for the new site?'],
  ['de', 'Was kostet das für zwanzig Leute?'],
  ['fr', 'Pouvez-vous nous faire un devis pour deux sites ?'],
  ['es', '¿Nos pueden cotizar veinte viajes al mes?'],
  ['pt', 'Vamos trocar de fornecedor, vocês atendem aqui?'],
  ['it', 'Quanto costa per una squadra di venti persone?'],
  ['nl', 'Kunnen jullie ons een offerte sturen?'],
  ['pl', 'Ile kosztuje wersja dla trzystu osób?'],
  ['tr', 'Bakım ücreti ne kadar?'],
  ['ja', '見積もりを送っていただけますか。'],
  ['zh', '请给我们发一份报价'],
  ['ko', '견적서 부탁드립니다.'],
  ['ru', 'Сколько это стоит и как быстро?'],
  ['uk', 'Скільки це коштує для нашої команди?'],
  ['el', 'Πόσο κοστίζει τον μήνα;'],
  ['ar', 'كم السعر في الشهر؟'],
  ['he', 'אפשר לקבל הצעת מחיר?'],
])('%s: %s', (language, text) => {
  expect(languageOf(text)).toBe(language);
});

test.each([
  null,
  '',
  '👏👏',
  '@Jonas Aaltonen',
  'https://www.example.com/the/and/is',
  '+1',
  'Demo',
  'Nordwind Robotics',
])('nothing sure of %s', (text) => {
  expect(languageOf(text)).toBeNull();
});
