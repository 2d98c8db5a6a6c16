/** What the word lists alone make of comments; what they come to with the model is in `comments.test.ts`. */
import { readComment } from './comment-verdict';

function verdictOf(text: string): string {
  const read = readComment(text);
  return typeof read === 'string' ? read : read.verdict;
}

/** Classes that were told apart wrongly once, in a few of the languages each. */
test.each([
  ['plain', 'Chez nous, la direction décide de tout.', 'at ours is no offer'],
  ['plain', 'Bei uns geht vieles noch auf Papier.', 'at ours is no offer'],
  ['plain', 'Da noi si lavora ancora con i fogli.', 'at ours is no offer'],
  ['plain', '当社でもまだ紙を使っています。', 'at ours is no offer'],
  ['self_promotion', 'Das bieten wir auch, meldet euch bei uns.', 'an offer is'],
  ['request', 'Schickt uns bitte ein Angebot für das ganze Werk im Süden.', 'a polite request for an offer'],
  ['request', 'Stuur ons graag een offerte voor alle vestigingen in België.', 'a polite request for an offer'],
  ['request', 'Prześlijcie proszę ofertę dla wszystkich naszych oddziałów.', 'a polite request for an offer'],
  ['refusal', 'We already have a solution and are not looking to change.', 'equipped already'],
  ['refusal', 'Wir sind bereits versorgt und wollen nicht wechseln.', 'equipped already'],
  ['refusal', 'Ya tenemos proveedor, gracias.', 'equipped already'],
  ['question', 'Combien de mois dure le projet ?', 'a duration is no price'],
  ['question', 'Quanto tempo leva a implantação?', 'a duration is no price'],
  ['question', 'Ne kadar sürüyor?', 'a duration is no price'],
  ['question', '导入需要多长时间？', 'a duration is no price'],
  ['request', 'We zijn op zoek naar zoiets, bel me even.', 'looking for it'],
  ['request', 'Hledáme něco takového, můžete zavolat?', 'looking for it'],
  ['congratulation', 'Muy buen resumen.', 'praise that opens'],
  ['congratulation', 'Schöner Beitrag!', 'praise that opens'],
  ['congratulation', 'Très belle analyse', 'praise that opens'],
  ['plain', 'Good teams fail at this too, ours did twice last year.', 'a good word at the start of an opinion'],
  ['objection', 'We tried it and it was too expensive, how much time we lost.', 'an objection wins'],
  ['plain', 'Not too expensive at all, we pay less than for coffee.', 'a negation takes it back'],
  ['plain', 'No demo please.', 'what is denied is not asked for'],
  ['refusal', 'We are not looking for a new tool right now.', 'a denied search declines'],
  ['plain', 'Years ago we looked for a tool like that.', 'the past asks for nothing'],
  ['question', 'How do you explain price increases to customers?', 'how others do it is no request'],
  [
    'request',
    'We left them last year, too expensive. Looking for a new system, who can call me?',
    'left somebody else',
  ],
  ['objection', 'Wir haben das zwei Jahre genutzt, es stürzt ständig ab.', 'had it, and it failed'],
  ['plain', 'Wir suchen seit Monaten Fahrer, kein System der Welt löst das.', 'sought and thing in two clauses'],
  ['plain', 'Vi hadde det i to år, og det var det.', 'a price in Hungarian is none in Norwegian'],
  ['plain', 'So true!', 'agreement alone'],
  ['plain', 'Bitte keine Demo.', 'a negation in the gap of a phrase'],
  ['plain', 'Svp stuur ons maar geen offerte.', 'a negation in the gap of a phrase'],
  ['question', '¿Nos pueden no cotizar esto hoy?', 'a negation in the gap of a phrase'],
  ['refusal', '見積もりは送らないでください。', 'a negation in the gap of a phrase'],
  ['refusal', 'Potreste non mandarmi altri listini?', 'a refusal beside a negation in a gap'],
  ['request', 'Bitte schickt uns nicht nur eine Demo, sondern auch ein Angebot.', 'not only is no negation'],
  ['request', 'Kan ni inte skicka en prislista till oss?', 'a polite question is no negation'],
  ['price', 'Könnt ihr mir ohne Registrierung einen Preis nennen?', 'without something they ask all the same'],
  ['request', 'Bitte nicht anrufen, ein Angebot reicht.', 'a negation in another clause'],
  ['refusal', 'Wir suchen derzeit kein neues System.', 'a negation behind the seeking'],
  ['refusal', 'Ein neues System brauchen wir nicht.', 'a negation behind the seeking, at the end'],
  ['request', 'Wir haben noch kein System und suchen eins.', 'not yet is no refusal'],
  ['plain', 'I am not looking for a job.', 'who seeks no work declines nothing'],
  ['request', 'Qualcuno può mandarmi il preventivo? Il vostro sito non funziona.', 'what failed is the form'],
  ['congratulation', 'Gratuluju, Petro! Pamatuju si, jak jsi začínala u kuchyňského stolu v malém bytě.', 'opens it'],
  [
    'congratulation',
    'Great post! Love this! Well said! Great work! So true! Great summary! Ten years.',
    'two words aside',
  ],
  ['plain', 'Great post! Love this! Well said! Great work! So true! Great summary! Ten long years.', 'three are more'],
])('%s: %s (%s)', (expected, text) => {
  expect(verdictOf(text)).toBe(expected);
});
