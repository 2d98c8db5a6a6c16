/** Parts of headlines in Chinese, Japanese and Korean: words are not, or not always, divided by spaces. */
import { partOf, type Part } from './headline-part';
import { isWellKnown, looseCompany, plainCompany } from './headline-company';
import {
  isNoise,
  isOrganisationWord,
  isTopic,
  namesBody,
  namesOrganisation,
  nowUnspaced,
  organisationEnd,
} from './headline-words';
import { unspaced } from './words';
import { roleOf } from './role';

const longestTitle = 160;
/** A name that says it is a company, and the title grown onto it. */
const grown =
  /^(在|就职于|任职于|就職於)?((?:株式会社|有限会社|合同会社|주식회사)?[^\s]{0,40}?(?:株式会社|有限会社|合同会社|有限公司|公司|集团|集團))(?:の|で|にて|担任|的|任)?(.{2,30})$/;
/** "株式会社ニジイロでセールスマネージャーをしています" */
const leading =
  /^((?:株式会社|有限会社|合同会社)[^\s]{1,24}?)(?:の|で|にて)([^\s]{2,30}?)(?:をしています|をやっています|として働いています|として勤務|です)?$/;
/** "メルカリでエンジニアをしています", "카카오에서 데이터 분석가로 일합니다": where, and as what somebody says that they work. */
const saysWork =
  /^(.{2,24}?)(?:にて|で|の)([^\s]{2,24}?)(?:を?担当(?:しています|中)?|をしています|をやっています|として(?:働いています|勤務(?:しています)?|活動(?:しています)?)|を務めています|に従事)$|^(.{2,24}?)에서 (.{2,24}?)(?:로|으로|을|를)? (?:일합니다|일하고 있습니다|근무합니다|근무 ?중(?:입니다)?|재직 ?중(?:입니다)?|맡고 있습니다|담당하고 있습니다)$/;
const workingAt =
  /^我?(?:在|就职于|任职于|就職於|供职于)\s?([^\s]{2,20}?)\s?(?:担任|擔任|任职|任|工作的?|做)\s?(.{2,30})$/;
/** "みらい銀行の営業部長": whose, and what they are there. */
const ofCompany = /^([^\s]{2,24})の([^\s]{2,20})$/;
/** "株式会社つばめ設計", "(株)大塚": a name, whatever words it has. */
const beginsWithForm =
  /^(?:株式会社|有限会社|合同会社|合資会社|一般社団法人|医療法人|学校法人|社会福祉法人|주식회사)[^\sので]{2,}$/;
/** Parts of a house behind its name: 住宅事業部, 설계팀. */
const unit =
  /^.{1,8}(?:事業部|本部|支社|支店|営業所|部|課|室|局|係|事业部|分公司|분사|본부|사업부|기술부|공장|지점|지사|팀|부|과|실|센터|센타)$/;
/** Said of somebody who works there, or how long or how well: 勤務, 재직 중, 10年, 7급. */
const worksThere =
  /^(?:勤務|所属|在籍|在職|在职|任职|出身|재직|재직중|근무|근무중|소속|중|출신|하루|約?\d{1,4}(?:年|년|級|级|급|개|名|歳|人|点)\S{0,3})$/;
const particles = /(?:에서|にて|の|で|勤務|勤务|재직|재직중)$/;

/** Reads one piece between bars. */
export function readUnspaced(text: string): Part[] {
  const piece = text.replace(nowUnspaced, '').replace(/[。.]$/, '');
  const now = nowUnspaced.test(text) ? behindNow(piece) : null;
  if (now !== null) return [now];
  // "看護師・北里中央病院": a dot stands for a comma, unless it is inside of a name.
  const dotted = piece.split('・');
  if (dotted.length > 1 && dotted.some((word) => isTitleWord(word))) return readClauses(dotted.join(', '));
  const named = /^([^「」]{0,10})「([^「」]{1,20})」の?([^「」]{2,12})$/u.exec(piece);
  if (named?.[2] !== undefined && named[3] !== undefined && isTitleWord(named[3]) && (named[1] ?? '') !== '')
    return [partOf(named[3], plainCompany(`${named[1] ?? ''}「${named[2]}」`))];
  const works = saysWork.exec(piece);
  const [where, what] = [works?.[1] ?? works?.[3], works?.[2] ?? works?.[4]];
  if (
    where !== undefined &&
    what !== undefined &&
    (isTitleWord(what) || namesBody(where) || what.split(' ').some((word) => isTitleWord(word)))
  )
    return [partOf(what, plainCompany(where))];
  return readClauses(piece);
}

const takesOffice = /^在?([^\s,]{2,16}?)(?:担任|擔任|任职|任|做)([^\s,]{2,24})/;

/** "现任字节跳动产品经理": behind "now" the employer stands in front of the title, without anything between. */
function behindNow(piece: string): Part | null {
  const clause = piece.split(/\s?,\s?/)[0] ?? '';
  const said = takesOffice.exec(clause);
  if (said?.[1] !== undefined && said[2] !== undefined && isTitleWord(said[2]))
    return partOf(said[2], plainCompany(said[1]));
  const of = /^([^\s的]{2,12})的([^\s的]{2,12})$/u.exec(clause);
  if (of?.[1] !== undefined && of[2] !== undefined && isTitleWord(of[2]) && isNamed(of[1]))
    return partOf(of[2], plainCompany(of[1]));
  if (/[ の]/.test(clause) || clause.length > 24 || namesOrganisation(clause)) return null;
  const at = titleStart(clause);
  const [name, title] = [clause.slice(0, at), clause.slice(at)];
  if (
    at < 2 ||
    !roleOf(title).namesRank ||
    !isNamed(name) ||
    /[区區部线線级級大]$|^(?:全|大|高|资深|集团|公司)/.test(name)
  )
    return null;
  return partOf(title, plainCompany(name));
}

function namesJob(text: string): boolean {
  const role = roleOf(text);
  return role.namesRank || role.function !== null;
}

/** Where in a run of letters the first word of titles begins; -1 where none does. */
function titleStart(run: string): number {
  for (let at = 0; at < run.length - 1; at += 1) {
    for (let length = 2; length <= 4; length += 1) {
      if (namesJob(run.slice(at, at + length)) && !namesJob(run.slice(at + 1, at + length))) return at;
    }
  }
  return -1;
}

function readClauses(piece: string): Part[] {
  const working = workingAt.exec(piece);
  if (working?.[1] !== undefined && working[2] !== undefined && isTitleWord(working[2])) {
    return [partOf(bareTitle(working[2]), plainCompany(working[1]))];
  }
  const at = piece.indexOf(' @ ') >= 0 ? piece.indexOf(' @ ') : piece.startsWith('@ ') ? 0 : -1;
  if (at >= 0) {
    const company = plainCompany(piece.slice(at).replace(/^\s?@\s/, ''));
    return [partOf(piece.slice(0, at).trim(), company)];
  }
  const led = leading.exec(piece);
  if (led?.[1] !== undefined && led[2] !== undefined && isTitleWord(led[2]))
    return [partOf(led[2], plainCompany(led[1]))];
  const whose = ofCompany.exec(piece) ?? grownName(piece);
  if (whose?.[1] !== undefined && whose[2] !== undefined && isNamed(whose[1]) && isTitleWord(whose[2]))
    return [partOf(bareTitle(whose[2]), plainCompany(whose[1]))];
  const ranked = piece.split(/[ ,/]+/).some((word) => roleOf(word).namesRank);
  const clauses = piece
    .split(/\s?,\s?|\s\/\s|\//)
    .filter((clause) => !isNoise(clause))
    .map((clause) => readClause(clause, ranked));
  const main =
    clauses.find(isPaidRank) ??
    clauses.find(({ title }) => roleOf(title).function !== null) ??
    clauses.find(({ title }) => title !== '');
  if (main === undefined) {
    const office = besideBody(piece);
    if (office !== null) return [office];
    const alone = clauses.map(({ company }) => company).find((name) => name !== null) ?? looseCompany(piece);
    // A plain name between bars: the parts beside it decide whether it is their company.
    return alone === null ? [partOf(piece, null)] : [{ ...partOf(piece, null), companyOnly: false }];
  }
  // A field or a trade beside a name is of that house; another rank is another job.
  const beside = clauses.filter((clause) => clause.company !== null && (clause === main || !isPaidRank(clause)));
  const sure = beside.find(({ company }) => company !== null && namesOrganisation(company));
  const part = partOf(bareTitle(main.title), main.company ?? sure?.company ?? beside[0]?.company ?? null);
  const field = clauses.map(({ title }) => roleOf(title).function).find((found) => found !== null) ?? null;
  return [{ ...part, role: { ...part.role, function: part.role.function ?? field } }];
}

const isPaidRank = ({ title }: { readonly title: string }): boolean => {
  const { seniority } = roleOf(title);
  return seniority !== null && seniority !== 'training' && seniority !== 'entry' && seniority !== 'unpaid';
};

/** Without what makes a sentence of it: 採用担当やってます, のCPO. */
const bareTitle = (title: string): string =>
  title
    .replace(/^(?:[のとは的]|いま|昼は|今は)(?=.{2})/u, '')
    .replace(
      /(?:を?(?:やってます|やっています|してます|しています|しております|やっております)|です|だよ|しつつ|입니다|이에요| 兼)[!。]?$/u,
      '',
    )
    .slice(0, longestTitle);

/** A stretch between commas: the words of titles in it, and the first name. */
interface Clause {
  readonly title: string;
  readonly company: string | null;
}

function readClause(written: string, ranked: boolean): Clause {
  const clause = written.replace(/^(?:担任|擔任|从事|從事|负责|負責)(?=.{2})/u, '');
  // "Account Manager, 東京電力": a title in Latin letters is read whole.
  if (!unspaced.test(clause) && clause.includes(' ') && roleOf(clause).wholly) return { title: clause, company: null };
  const whose = beginsWithForm.test(clause) ? null : grownName(clause);
  if (whose?.[1] !== undefined && whose[2] !== undefined && isNamed(whose[1]) && isTitleWord(whose[2]))
    return { title: whose[2], company: plainCompany(whose[1]) };
  const titles: string[] = [];
  const names: string[][] = [[]];
  let company: string | null = null;
  const words = clause.split(' ');
  for (const [n, word] of words.entries()) {
    const formed = beginsWithForm.test(word);
    const split = formed ? null : (grown.exec(word) ?? grownOnto(word));
    if (worksThere.test(word)) continue;
    if (split?.[2] !== undefined && split[3] !== undefined && isTitleWord(split[3])) {
      company ??= plainCompany(split[2].replace(inFront, ''));
      titles.push(split[3]);
    } else if (
      !formed &&
      ((isTitleWord(word, ranked) && !(ranked && isCoined(word))) || isFieldOf(word, words[n + 1]))
    ) {
      names.push([]);
      titles.push(word);
    } else if (titles.length > 0 && !unspaced.test(word) && !/^\p{Lu}/u.test(word)) titles.push(word);
    else names[names.length - 1]?.push(word);
  }
  const named = names.map(nameOf).filter((name) => name !== null);
  return { title: titles.join(' '), company: company ?? named.find(namesOrganisation) ?? named[0] ?? null };
}

const inFront = /^(?:在|就职于|任职于|就職於|供职于)/;

/** The name that words beside a title make, without the part of the house behind it. */
function nameOf(words: readonly string[]): string | null {
  const kept = words.filter((word, n) => n === 0 || !unit.test(word) || namesBody(word));
  const name = kept.join(' ').replace(particles, '').replace(inFront, '');
  return isSaying(name) ? null : looseCompany(name);
}

/** Somebody, or what they do besides: 投資家, 三個孩子的媽, 木と生きる. */
const isSaying = (name: string): boolean =>
  !namesOrganisation(name) &&
  /(?:投資家|投资人|創業者|创业者|愛好者|爱好者|作家|選手|选手|跑者|会員|个体户|個體戶|フリーランス|的[媽妈爸]|[好迷控猫犬]|きる|ます|です|する|した|てる|いる|れる|勤務|時短|専業|在宅|아빠|엄마|투자자|작가|멘토|강연|사나이|합니다|습니다|는|하게|먼저|그리고|낮엔|밤엔|보유|자격증|개사|년|년째|[0-9]+級|[0-9]+级|[四六八]级|认证|認定|写诗|驾龄)$/.test(
    name,
  );

/** "阿里巴巴算法工程师": letters of which no title is made, and behind them a title. */
function grownOnto(word: string): readonly (string | undefined)[] | null {
  if (!/^[\u4e00-\u9fff]{5,14}$/u.test(word)) return null;
  const at = titleStart(word);
  const [name, title] = [word.slice(0, at), word.slice(at)];
  return (at >= 3 || isWellKnown(name)) && at <= 6 && isPerson(title) && isNamed(name) && !isTopic(name)
    ? [word, '', name, title]
    : null;
}

/** Somebody, not a field: 算法工程师, but not 機械. */
const isPerson = (text: string): boolean =>
  namesJob(text) &&
  !namesOrganisation(text) &&
  (roleOf(text).namesRank || /[师師员員者家手士工长長理监監生]$/.test(text));

/** "蓝海科技销售总监", "山田会計事務所所長": a name that ends in a word for a company, and the title grown onto it. */
function grownName(word: string): readonly string[] | null {
  const at = word.length > 30 || word.includes(' ') ? 0 : organisationEnd(word);
  const title = word.slice(at).replace(/^の/, '');
  return at > 2 && title.length > 1 && isTitleWord(title) ? [word, word.slice(0, at), title] : null;
}

/** "국토교통부 주무관": an office, and a title in words that are not known. */
function besideBody(piece: string): Part | null {
  const [name = '', title = '', ...more] = piece.split(/\s?,\s?|\s/);
  const known = title !== '' && more.length === 0 && namesBody(name) && !namesOrganisation(title) && !isTopic(title);
  return known && unspaced.test(title) ? partOf(title, plainCompany(name)) : null;
}

/** A name, not a field: 営業部の部長, 信息科技总监 are titles whole. */
function isNamed(text: string): boolean {
  const role = roleOf(text);
  return !role.namesRank && !role.wholly && !isNoise(text) && looseCompany(text) !== null;
}

/** 데이터 분석가: a topic in front of who works on it. */
function isFieldOf(word: string, next: string | undefined): boolean {
  const role = roleOf(word);
  return role.wholly && role.function !== null && next !== undefined && !namesOrganisation(word) && isTitleWord(next);
}

/** 云帆物流: a function, but also letters that no title has. */
function isCoined(word: string): boolean {
  const role = roleOf(word);
  return !role.wholly && !role.namesRank && word.length >= 3 && unspaced.test(word);
}

/** Beside a rank a topic is its field: 마케팅 본부장. */
function isTitleWord(word: string, ranked = false): boolean {
  const role = roleOf(word);
  if (role.namesRank && role.seniority !== null) return true;
  if (ranked && role.function !== null && role.wholly && !namesOrganisation(word)) return true;
  // 高校教師 teaches there; カフェ木もれび is one.
  if (namesOrganisation(word) && !(role.wholly && organisationEnd(word) === 0 && !isOrganisationWord(word)))
    return false;
  return (role.namesRank || role.function !== null || role.wholly) && !isTopic(word);
}
