/** Families of phrases that the word lists know in many languages, each beside what looks like it and is something else. */
import type { CommentClass } from './comment-classes';
import { decide } from './comment-decision';
import { learnedClasses } from './comment-features';
import { commentScale } from './comment-model';
import { Comment, readComment } from './comment-verdict';

function read(text: string): Comment {
  const comment = readComment(text);
  if (!(comment instanceof Comment)) throw new Error('no sentences');
  return comment;
}

/** What a model says that is sure of one class. */
const sureOf = (sure: CommentClass) =>
  Int32Array.from(learnedClasses, (name) => (name === sure ? 0 : -100 * commentScale));

describe('withdrawing after a request', () => {
  test.each([
    'Never mind, we went with SpinPay.',
    'Sorted now, thanks.',
    "Thanks for getting back to me, but we've signed with somebody else.",
    'No longer needed, cheers.',
    'In the end we chose a local supplier.',
    'We have decided to stay with what we have.',
    'Hat sich erledigt, danke.',
    'Haben uns inzwischen für Gantrix entschieden.',
    'Danke, wir haben schon woanders gekauft.',
    'Wir bleiben doch bei unserem Anbieter.',
    'Plus besoin, merci.',
    'Merci, mais nous avons finalement retenu Artitick.',
    "C'est bon, nous avons trouvé ailleurs.",
    'Ya no hace falta, gracias.',
    'Nos hemos decidido por Apitecna.',
    'Já não precisamos, fechamos com outro.',
    'Grazie lo stesso, ho già preso la Mielmeca.',
    'We zijn met TruckShine in zee gegaan.',
    'Laat maar, is al opgelost.',
    'Inte aktuellt längre, vi valde en annan leverantör.',
    'Glem det, vi har bestemt oss for CrewHelm.',
    'Ikke aktuelt længere, vi har valgt en anden.',
    'Ei tarvita enää, valitsimme toisen.',
    'Już nieaktualne, kupiliśmy gdzie indziej.',
    'Už není potřeba, koupili jsme jinde.',
    'Köszönjük, már mástól rendeltünk.',
    'Nu mai e nevoie, am cumpărat din altă parte.',
    'Gerek kalmadı, başka firmayla anlaştık.',
    'Спасибо, уже взяли у другого поставщика.',
    'Вже не актуально, купили в інших.',
    'Δεν χρειάζεται πια, πήραμε άλλο.',
    'خلاص اشترينا من غيركم شكرا',
    'תודה, כבר סגרנו עם ספק אחר.',
    '他社に決めましたので、今回は見送ります。',
    '다른 업체로 결정했습니다. 감사합니다.',
    '已經跟別家簽約了，謝謝。',
    'Shukriya, humne kisi aur se le liya.',
    'Благодаря, вече купихме от друг.',
    'Gràcies, ja no cal.',
    'Hvala, već smo kupili kod drugih.',
    'Више није потребно, хвала.',
    'Ďakujem, už sme kúpili inde.',
    'Hvala, ne potrebujemo več.',
    'Aitäh, ostsime juba mujalt.',
    'Ačiū, jau nebereikia.',
    'Paldies, vairs nevajag.',
    'Terima kasih, kami sudah beli di tempat lain.',
    'Cảm ơn, bên mình đã ký với bên khác rồi.',
    'ขอบคุณครับ ซื้อจากเจ้าอื่นไปแล้ว',
  ])('%s', (text) => {
    expect(read(text).verdict).toBe('refusal');
    expect(decide(read(text), sureOf('leaving'))).toBe('refusal');
  });

  test.each([
    'We chose another supplier than PayWash and never looked back.',
    'We decided for you! See you in March.',
    'Wir haben uns inzwischen für Sie entschieden, wann geht es los?',
    'Wir haben noch nicht woanders unterschrieben, schickt uns bitte ein Angebot.',
    "We haven't signed with anyone else yet, so please call me.",
    'Never mind the price, when can you deliver?',
    'Never mind the old one. Could you send us a quote?',
    'Faxes are no longer needed in our trade.',
    'Have you sorted the login problem?',
    'If it breaks again we will go with someone else.',
    'Otherwise we would have bought elsewhere.',
    'He went with another approach and it worked.',
    'Nos hemos decidido por vosotros, ¿cuándo empezamos?',
    'Abbiamo scelto voi, a presto!',
    'Wij hebben voor jullie gekozen!',
    'Zdecydowaliśmy się na Was!',
    '御社に決めました。よろしくお願いします。',
    '귀사로 결정했습니다.',
    '我们决定跟你们签约了',
    'We left Acme and went with Birch last year.',
  ])('not: %s', (text) => {
    expect(read(text).verdict).not.toBe('refusal');
  });
});

describe('content is asked for, which nobody sells', () => {
  test.each([
    'Could I get the slides?',
    'Could you share the recording please?',
    'Please share the spreadsheet with us?',
    'Can I get the link to the webinar?',
    'Könnten Sie mir die Folien schicken?',
    'Bekomme ich die Checkliste?',
    "Vous pouvez m'envoyer le replay ?",
    '¿Podrías compartir la plantilla?',
    'Pode partilhar os slides?',
    'Mi mandi la registrazione?',
    'Kun je de opname delen?',
    'Kan du dela mallen?',
    'Kan jeg få opptaket?',
    'Kan I sende mig slides fra i går?',
    'Voisitko jakaa kalvot?',
    'Prześlesz nagranie?',
    'Mohli byste poslat záznam?',
    'Meg tudnátok osztani a sablont?',
    'Puteți trimite înregistrarea?',
    'Sunumu paylaşır mısınız?',
    'Можно получить запись?',
    'Можна отримати шаблон?',
    'Μπορείτε να στείλετε τις διαφάνειες;',
    'ممكن ترسل التسجيل؟',
    'אפשר לקבל את ההקלטה?',
    'スライドを共有していただけますか？',
    '녹화본 공유해 주실 수 있나요?',
    '可以分享一下模板吗？',
    'Može li se dobiti snimka?',
    'Може ли да получим записа?',
    'Boleh minta slidenya?',
    'Cho mình xin slide được không ạ?',
  ])('%s', (text) => {
    expect(read(text).verdict).toBe('question');
    expect(decide(read(text), sureOf('request'))).toBe('question');
  });

  test.each([
    'Could you send me the slides and an offer for 15 seats?',
    'Please send the brochure and the slides.',
    'Could I see a demo and get the deck afterwards?',
    'pls share the deck + rate card',
    'Could you send me the data sheet?',
    'Könnten Sie mir die Folien und ein Angebot schicken?',
    'Schicken Sie uns bitte das Datenblatt.',
    'Pouvez-vous nous envoyer la fiche technique ?',
    'Kan vi få tilsendt et tilbud og slides?',
    '資料をいただけますか。',
    '자료 부탁드립니다',
    'Kan ni skicka lite material?',
    'We are looking for a recording system. Who can show us one?',
    'Could I get the slides? And could somebody send us a quote?',
  ])('a request: %s', (text) => {
    expect(read(text).verdict).toMatch(/request|price/);
  });

  test('another sentence may ask for more', () => {
    expect(decide(read('We are keen on it. Could I get the slides?'), sureOf('request'))).toBe('question');
    expect(read('Could I get the slides? We are interested in it.').verdict).toBe('request');
  });
});

describe('who sells, or would be a dealer', () => {
  test.each([
    "I'd love to show you what we do. Could we have a call next week?",
    'Can I send you a quote for your office windows?',
    'I have three candidates who fit perfectly, should I send profiles?',
    'Wir würden Ihnen gern unser Produkt vorstellen. Wann passt Ihnen ein Termin?',
    'Nous aimerions vous présenter notre offre, seriez-vous disponible jeudi ?',
    '¿Podemos agendar una llamada para enseñaros nuestras etiquetas?',
    'Gostaríamos de apresentar os nossos serviços de vídeo, podemos marcar uma reunião?',
    'Vorremmo presentarvi la nostra azienda, possiamo fissare una call?',
    'Mogen wij ons bedrijf eens voorstellen? Wanneer past een afspraak?',
    'Vi vill gärna visa er vår lösning, har ni tid för ett möte?',
    'Vi vil gerne vise jer vores løsning, har I tid til et møde?',
    'Haluaisimme esitellä teille tuotteitamme, milloin sopii?',
    'Chcielibyśmy zaprezentować Państwu naszą ofertę, czy możemy umówić rozmowę?',
    'Rádi bychom vám představili naši firmu, kdy se můžeme sejít?',
    'Szeretnénk bemutatni a termékünket, mikor érnek rá?',
    'Am vrea să vă prezentăm produsele noastre, când putem vorbi?',
    'Ürünlerimizi tanıtmak isteriz, randevu alabilir miyiz?',
    'Хотим представить вам нашу компанию, когда удобно созвониться?',
    'Хочемо представити вам нашу компанію, коли зручно поговорити?',
    'Θα θέλαμε να σας παρουσιάσουμε τα προϊόντα μας, πότε μπορούμε να μιλήσουμε;',
    'نود أن نعرض عليكم منتجاتنا، متى يمكننا الاتصال بكم؟',
    'נשמח להציג לכם את המוצר שלנו, מתי נוח לדבר?',
    '弊社の製品をご紹介させていただけますでしょうか。',
    '저희 제품을 소개해 드리고 싶습니다. 미팅 가능할까요?',
    '想给你们介绍一下我们的产品，方便约个时间吗？',
  ])('offers their own: %s', (text) => {
    expect(read(text).verdict).toBe('self_promotion');
    expect(decide(read(text), sureOf('request'))).toBe('self_promotion');
  });

  test.each([
    'We would like to become your distributor in Poland, whom can I contact?',
    'We want to distribute your machines in Kenya. Please contact me.',
    'We are interested in your agency for the UAE, kindly contact us.',
    'Wir würden gern die Vertretung für Österreich übernehmen. Wen kann ich anrufen?',
    'Je voudrais devenir votre revendeur au Maroc, qui contacter ?',
    'Nos gustaría ser distribuidores en Chile, ¿con quién hablamos?',
    'Gostaríamos de ser representantes no Brasil, com quem falo?',
    'Siamo interessati a diventare vostri rivenditori in Svizzera, chiamatemi.',
    'Chcielibyśmy zostać Państwa dystrybutorem, z kim można porozmawiać?',
    'Am dori să fim distribuitorii voștri în Moldova, cu cine vorbim?',
    'Türkiye bayiliğiniz için kiminle görüşebilirim?',
    'Хотели бы стать вашим дилером в Казахстане, с кем поговорить?',
    'Θα θέλαμε να γίνουμε αντιπρόσωποί σας στην Κύπρο, με ποιον μιλάω;',
    'نريد أن نكون وكيلكم في مصر، مع من نتواصل؟',
    'ぜひ代理店になりたいのですが、ご連絡先を教えてください。',
    '我們想成為貴司在台灣的代理商，請問聯絡窗口？',
  ])('would be a dealer: %s', (text) => {
    expect(read(text).verdict).toMatch(/plain|question/);
    expect(decide(read(text), sureOf('request'))).toBe(read(text).verdict);
  });

  test.each([
    'Can you present it to us?',
    'Could you present your product to our board?',
    "I'd like to present this to my boss, could you send me a quote?",
    'Can I send you our drawings for a quote?',
    'Können Sie uns das Produkt vorstellen?',
    'Pouvez-vous nous présenter votre solution ?',
    '¿Nos pueden presentar el producto?',
    'Potete presentarci la soluzione?',
    'Могли бы вы представить нам ваш продукт?',
    '御社の製品をご紹介いただけますか？',
    'Do you have a distributor in Chile? We need two machines, please send a quote.',
    "Trabzon'da bayiniz var mı?",
    "Could you come by? I'd like to show you our yard and get a quote.",
    'Ich würde euch gern unseren Hof zeigen, könnt ihr uns ein Angebot machen?',
    'Je voudrais vous présenter notre projet, pouvez-vous nous envoyer un devis ?',
  ])('a buyer: %s', (text) => {
    expect(read(text).verdict).toBe('request');
  });
});

describe('people who are sought, what others earn, what a party cost, how many it took', () => {
  test.each([
    'We are looking for drivers, call me.',
    'Looking for two welders in Hull, DM me.',
    'Suchen dringend Busfahrer, meldet euch!',
    'Wir suchen noch zwei Busfahrer, gern teilen!',
    'Nous recherchons deux techniciens. Appelez-moi !',
    'Buscamos camareros para la temporada, llamadme',
    'Procuramos motoristas, liguem-me',
    'Wij zoeken monteurs, bel me',
    'Vi söker lastbilschaufförer, hör av dig.',
    'Vi søker to sjåfører, ring meg',
    'Etsimme kuljettajia, ota yhteyttä',
    'Szukamy kierowców, proszę o kontakt',
    'Hledáme řidiče, ozvěte se',
    'Keresünk sofőrt, hívjanak!',
    'Căutăm șoferi, sunați-mă',
    'Şoför arıyoruz, bana ulaşın',
    'Ищем водителей, пишите в личку.',
    'Шукаємо водіїв, телефонуйте',
    'Ψάχνουμε οδηγούς, πάρτε με τηλέφωνο',
    'نبحث عن سائقين، تواصلوا معي',
    'מחפשים נהגים, תתקשרו אליי',
    'ドライバーを募集しています。ご連絡ください。',
    '운전기사 구합니다. 연락 주세요.',
    '招聘司机，请联系我',
    'How many people did you need for that?',
    'Wie viele Leute habt ihr dafür gebraucht?',
    '¿Cuántas personas necesitasteis?',
    'Quante persone vi sono servite?',
    'Hur många personer behövde ni?',
    'Kaç kişi çalıştı bunun için?',
    'Сколько людей понадобилось?',
    'What do you pay your drivers?',
    'Was verdient man bei euch als Fahrer?',
    'Combien avez-vous levé ?',
    'How much did the party cost?',
    'What did the christmas party cost you?',
    'Combien vous a coûté le stand ?',
    'Quanto vi è costata la festa?',
    'Ile was kosztowało stoisko?',
    'Fuar size kaça mal oldu?',
    'Ticket price for the conference?',
  ])('%s', (text) => {
    expect(read(text).verdict).toMatch(/plain|question/);
    for (const sure of ['request', 'price'] as const) expect(decide(read(text), sureOf(sure))).toBe(read(text).verdict);
  });

  test.each([
    'We need this for 40 drivers, what does it cost?',
    'Looking for software for our drivers.',
    'Looking for a tool to plan our technicians',
    'We are looking for a driver training provider, who can quote?',
    'How much is it for 12 drivers?',
    'How much do you charge?',
    'Wir suchen ein System für unsere Fahrer, bitte Angebot.',
    'Combien coûte le stand de 3 mètres ?',
    '¿Cuánto cobran por evento?',
    'Was kostet die Halle in 20 x 40?',
    'What does a hall like that cost?',
    'We are looking for drivers. And can you send us a quote for two gantries?',
    'Nous cherchons un logiciel pour nos chauffeurs, contactez-moi.',
    'How much would it cost for 200 people?',
    'Hoeveel kost het voor 30 mensen?',
    'Сколько стоит для 10 человек?',
    'Was kostet das pro Mitarbeiter?',
    'Wat betalen jullie per maand? Wij zoeken iets anders.',
    'We need someone to service our lift, please call.',
  ])('a request, a price or leaving: %s', (text) => {
    const { verdict } = read(text);
    expect(verdict === 'plain' ? decide(read(text), sureOf('request')) : verdict).toMatch(/request|price|leaving/);
  });

  test('a price of the trade is none', () => {
    expect(read('Finalmente qualcuno che guarda il costo di acquisizione.').verdict).toBe('congratulation');
    expect(read('資金調達を検討中なので、とても参考になります。').verdict).toBe('congratulation');
    expect(read('Quero ver ela explicar o fim do trimestre').verdict).toBe('plain');
    expect(read('My team would cry of joy.').verdict).toBe('plain');
    expect(read('Three numbers is two more than most reps can defend.').verdict).toBe('plain');
  });
});
