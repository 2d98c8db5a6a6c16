/** Words of company names that do not distinguish companies. Folded, and listed by hand. */

const list = (words: string) => new Set(words.split(' | '));

/** At the end of a name: words for the whole group, which mean the company itself. */
export const groupWords = list(
  'group | gruppe | gruppen | groupe | gruppo | grupo | grupa | groep | koncernen | koncern | konsern | konserni | holding | holdings | holdingas | skupina | csoport | grubu | ομιλος | группа | группа компаний | група | холдинг | القابضة | مجموعة | קבוצת | international | worldwide',
);
/** At the beginning. Without the English word, which is part of a name there ("Group One"). */
export const leadingGroupWords = list(
  'gruppe | groupe | gruppo | grupo | grupa | groep | skupina | ομιλος | группа | група | مجموعة | קבוצת',
);

/** Legal forms that stand before the name. */
export const leadingForms = list(
  'ооо | оао | зао | пао | ао | ип | тов | тзов | прат | пат | фоп | ooo | oao | zao | pao | pt | شركة | شركه | cty | ud | tdv',
);

/** Legal forms of scripts without spaces, the longest first. */
export const unspacedForms = [
  '股份有限公司',
  '有限责任公司',
  '有限責任公司',
  '集团有限公司',
  '集團有限公司',
  '株式会社',
  '有限会社',
  '合同会社',
  '合資会社',
  '一般社団法人',
  '有限公司',
  '주식회사',
  '유한회사',
  '(株)',
  '(有)',
  '(주)',
  '(유)',
  '集团',
  '集團',
] as const;

/** Values of the company field that name no company. */
export const placeholders = list(
  'self employed | selfemployed | self | freelance | freelancer | freelancing | independent | independent consultant | consultant | confidential | stealth | stealth startup | stealth mode | stealth mode startup | stealth company | startup | unemployed | retired | student | n a | na | none | private | various | open to work | looking for | my own company | own company | own business | selbststandig | selbstandig | selbstaendig | freiberuflich | freiberufler | independant | independante | a mon compte | autonomo | autonoma | por cuenta propia | cuenta propia | autonomo a | libero professionista | libera professionista | freelance libero professionista | zelfstandig | zzp | egenforetagare | egen firma | selvstendig | selvstaendig | yrittaja | toiminimi | samozatrudnienie | wlasna dzialalnosc | osvc | serbest | serbest meslek | kendi isim | liber profesionist | pfa | egyeni vallalkozo | самозанятый | фриланс | фрилансер | индивидуальный предприниматель | самозайнятыи | фоп | ελευθερος επαγγελματιας | 自营 | 自由职业 | フリーランス | 個人事業主 | 프리랜서 | عمل حر | מستقل | עצמאי | פרילנס | undisclosed | undisclosed company | company | the company | business | home | entrepreneur | volunteer | currently seeking | seeking opportunities',
);

/** Endings of domains. If a name is an address, the label before them is the company. */
export const domainEndings = list(
  'com | org | net | io | ai | co | app | dev | biz | info | eu | example | cloud | tech | shop | store | online | digital | agency | consulting | software | solutions | systems | group | me | tv | xyz | de | at | ch | fr | es | it | pt | nl | be | lu | uk | ie | se | no | dk | fi | pl | cz | sk | hu | ro | bg | hr | si | rs | gr | tr | ru | ua | us | ca | mx | br | ar | cl | pe | in | cn | jp | kr | tw | hk | sg | au | nz | za | il | ae | sa | eg | id | my | th | vn | ph | edu | gov',
);
