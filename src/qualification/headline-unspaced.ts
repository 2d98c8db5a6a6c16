/** Parts of headlines in Chinese, Japanese and Korean: words are not, or not always, divided by spaces. */
import { partOf, type Part } from './headline-part';
import { looseCompany, plainCompany } from './headline-company';
import { isNoise, isTopic, namesBody, namesOrganisation, nowUnspaced } from './headline-words';
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
const workingAt = /^(?:在|就职于|任职于|就職於|供职于)\s?([^\s]{2,20}?)\s?(?:担任|擔任|任职|任|工作|做)\s?(.{2,30})$/;
/** "みらい銀行の営業部長": whose, and what they are there. */
const ofCompany = /^([^\s]{2,24})の([^\s]{2,20})$/;
/** "蓝海科技销售总监": words that companies end in, and the title grown onto them. */
const grownName =
  /^([^\s,]{2,10}?(?:科技|银行|銀行|大学|大學|学院|医院|醫院|物流|电子|電子|汽车|汽車|证券|證券|保险|保險|传媒|傳媒|网络|網絡|软件|軟體|资本|資本|基金|药业|藥業|制药|能源|地产|地產|置业|实业|實業|股份|控股|食品|建设|建設|环保|航空|酒店|事务所|事務所|研究院|商行|水電行|水电行|车行|車行|书店|書店|花店|餐厅|餐廳|咖啡馆|咖啡館|咖啡店|工作室|美容院|诊所|診所|药房|藥局|健身房|面馆|麵館|民宿|茶馆|旅行社|幼儿园))([^\s公集]{2,12})$/;
const particles = /(?:에서|にて|の|で|勤務|勤务|재직|재직중)$/;

/** Reads one piece between bars. */
export function readUnspaced(text: string): Part[] {
  const piece = text.replace(nowUnspaced, '').replace(/[。.]$/, '');
  const now = nowUnspaced.test(text) ? behindNow(piece) : null;
  if (now !== null) return [now];
  // "看護師・北里中央病院"
  const [one = '', other = '', ...more] = piece.split('・');
  if (more.length === 0 && isTitleWord(one) && namesOrganisation(other)) return [partOf(one, plainCompany(other))];
  if (more.length === 0 && other !== '' && namesOrganisation(one) && isTitleWord(other))
    return [partOf(other, plainCompany(one))];
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
    return [partOf(working[2], plainCompany(working[1]))];
  }
  const at = piece.indexOf(' @ ') >= 0 ? piece.indexOf(' @ ') : piece.startsWith('@ ') ? 0 : -1;
  if (at >= 0) {
    const company = plainCompany(piece.slice(at).replace(/^\s?@\s/, ''));
    return [partOf(piece.slice(0, at).trim(), company)];
  }
  const led = leading.exec(piece);
  if (led?.[1] !== undefined && led[2] !== undefined && isTitleWord(led[2]))
    return [partOf(led[2], plainCompany(led[1]))];
  const whose = ofCompany.exec(piece) ?? grownName.exec(piece);
  if (whose?.[1] !== undefined && whose[2] !== undefined && isNamed(whose[1]) && isTitleWord(whose[2]))
    return [partOf(whose[2], plainCompany(whose[1]))];
  const titles: string[] = [];
  const ranked = piece.split(/[ ,/]+/).some((word) => roleOf(word).namesRank);
  let company: string | null = null;
  let name: string[] = [];
  const takeName = () => {
    if (name.length > 0 && company === null) {
      company = looseCompany(
        name
          .join(' ')
          .replace(particles, '')
          .replace(/^(?:在|就职于|任职于|就職於|供职于)/, ''),
      );
    }
    name = [];
  };
  for (const clause of piece.split(/\s?,\s?|\s\/\s|\//)) {
    if (isNoise(clause)) continue;
    // "Account Manager, 東京電力": a title in Latin letters is read whole.
    if (!unspaced.test(clause) && clause.includes(' ') && roleOf(clause).wholly) {
      takeName();
      titles.push(clause);
      continue;
    }
    const whose = company === null ? grownName.exec(clause) : null;
    if (whose?.[1] !== undefined && whose[2] !== undefined && isNamed(whose[1]) && isTitleWord(whose[2])) {
      company = plainCompany(whose[1]);
      titles.push(whose[2]);
      continue;
    }
    const words = clause.split(' ');
    for (const [n, word] of words.entries()) {
      const split = grown.exec(word);
      if (split?.[2] !== undefined && split[3] !== undefined && isTitleWord(split[3])) {
        company ??= plainCompany(split[2].replace(/^(?:在|就职于|任职于|就職於)/, ''));
        titles.push(split[3]);
      } else if ((isTitleWord(word, ranked) && !(ranked && isCoined(word))) || isFieldOf(word, words[n + 1])) {
        takeName();
        titles.push(word);
      } else if (titles.length > 0 && !unspaced.test(word) && !/^\p{Lu}/u.test(word)) {
        titles.push(word);
      } else name.push(word);
    }
    takeName();
  }
  const text = titles.join(' ').slice(0, longestTitle);
  if (text === '') {
    const office = besideBody(piece);
    if (office !== null) return [office];
    const alone = company ?? looseCompany(piece);
    // A plain name between bars: the parts beside it decide whether it is their company.
    return alone === null ? [partOf(piece, null)] : [{ ...partOf(piece, null), companyOnly: false }];
  }
  return [partOf(text, company)];
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
  if (namesOrganisation(word)) return false;
  return (role.namesRank || role.function !== null || role.wholly) && !isTopic(word);
}
