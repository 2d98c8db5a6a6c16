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

/** A sentence of each language: by its small words, its letters, or both. */
test.each([
  ['sr', 'Ово је веома добро, хвала, колико кошта?'],
  ['sr', 'Занимљиво, шта нуде вашој нaшој фирми у Београду ћирилицом'],
  ['hr', 'Što to znači za tvrtke i koliko je to već skupo, netko?'],
  ['sl', 'Kaj to pomeni in koliko že stane pri nas, lahko kdo?'],
  ['sv', 'Vad kostar det och hur kan vi börja hos oss?'],
  ['no', 'Hva koster det og hvordan kan vi begynne hos dere?'],
  ['da', 'Hvad koster det og hvornår kan vi begynde hos jer?'],
  ['fi', 'Mitä tämä maksaa ja miten meillä voi aloittaa?'],
  ['cs', 'Kolik to stojí a jak můžete začít pro naše lidi?'],
  ['sk', 'Koľko to stojí a ako môžete začať pre naše ľudí?'],
  ['hu', 'Mennyi ez és hogyan lehet, ha már csak mi volt?'],
  ['ro', 'Cât costă și cum avem și noi această ofertă?'],
  ['id', 'Berapa harga untuk kami dan bagaimana bisa mulai?'],
  ['vi', 'Giá bao nhiêu và chúng tôi được gì từ này?'],
  ['lt', 'Kiek tai kainuoja ir kaip mes ieškome jau mūsų?'],
  ['lv', 'Cik tas maksā un kā mēs varat mums meklējam?'],
  ['et', 'Palju see maksab ja kuidas meil ei ole juba?'],
  ['ca', 'Quant costa i com és que hi ha aquest servei per nosaltres?'],
  ['bg', 'Колко струва и как ние търсим вече това, имате ли?'],
  ['fa', 'قیمت این چند است و چگونه شروع می‌کنیم؟ پس چرا'],
  ['ur', 'یہ کتنے کا ہے اور ہم کیسے شروع کریں ٹھیک بڑا'],
  ['hi', 'इसकी कीमत क्या है?'],
  ['bn', 'এর দাম কত?'],
  ['ta', 'இதன் விலை என்ன?'],
  ['th', 'ราคาเท่าไหร่ครับ'],
  ['ka', 'რა ღირს ეს?'],
  ['hy', 'Ինչ արժե սա?'],
])('%s: %s', (language, text) => {
  expect(languageOf(text)).toBe(language);
});
