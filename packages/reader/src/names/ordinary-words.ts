/** Names that are also ordinary words, and words that occur beside names: tables for names-in-text.ts. All folded. */
const set = (words: string): ReadonlySet<string> => new Set(words.match(/\S+/g) ?? []);

/** A name made only of these is removed only if it is written as a name. */
export const ordinaryWords = set(`
  grace hope will young mark bill rose may april june august summer winter autumn spring art frank rich faith joy dean king queen
  prince duke earl long short white brown black green gray grey blue red gold silver little small large big best good price cook
  baker page field fields hill hills wood woods stone bush lake rivers river day knight bishop pope love chase grant drew pat rob
  sue jack gene miles guy ray sky star dawn eve ivy lily iris daisy penny ginger olive amber ruby pearl crystal angel christian
  major ernest earnest ward wade hunter fisher farmer carter mason miller potter singer taylor tailor porter sharp strong swift
  wise noble loyal merry happy sunny stormy storm rain snow frost ice fire cash bond banks bank church temple case ford forest
  garden gardener lane street road park parks marsh moor moore ridge rock sand shore sea waters water wells west east north south
  christmas easter noel star moon sun dale glen heath cliff clay cole coal colt buck fox wolf lion bear bird swan crane finch
  hawk robin jay wren lamb bull horn hart hand head foot legg power powers price prize cost sales self else ever less more most
  many much few gay rush race speed walker rider driver trainer coach sterling quick savage stern early late root roots branch
  twigg berry cherry peach plum apple bean rice bacon butter honey sugar salt pepper sage basil bell bells drum harper piper
  carver weaver shepherd archer butcher chandler cooper dyer glover sawyer skinner slater smith spencer steward stewart turner
  tyler victor victory vision justice patience prudence charity mercy constance verity honor honour chance trip tour van van
  sand bar barr beech birch ash elm reed rush flowers flower bloom blossom max min an so do he ho in on my see wish low high
  new old now man mann may might must can could would should shall are is be by bye buy sell well down under over out up
  klein gross grosse lang kurz schwarz weiss braun rot grun fuchs wolf baum berg bach stein wald feld sommer winter herbst
  ernst engel konig kaiser herzog graf richter schneider muller weber bauer koch becker schmidt fischer jager vogel hahn
  gut bose stark stolz froh reich arm jung alt neu blum rosen morgen abend sonntag freitag montag mai juni august
  petit grand blanc noir rouge leblanc lenoir roi leroi reine rose fleur pierre roche bois lafleur bon belle bel clair lumiere
  dubois dupont marchand boulanger berger martin blanchard moulin fontaine rivière riviere france paris
  paz luz cruz flores rosa blanco negro moreno rojo rubio bueno franco leal rico delgado gallo leon toro vaca campo campos monte
  montes rey reyes santos angel dolores esperanza consuelo mercedes pilar sol luna mar cielo soledad concepcion
  bianchi rossi neri verdi grassi longo bruno bella gioia speranza stella fiore bosco monti conti fede viola
`);

/** Second given names so common that a first name with one of them is shared by many people. */
export const commonSecondNames = set(`
  maria marie mary anne ann anna jean luis luise jose carlos paul peter john james lee lynn jane jo joe ana antonio manuel juan
  francisco javier claude pierre louis michel luc alexander alejandro eduardo andres felipe fernanda clara elena isabel beatriz
  cristina carmen teresa rosa michael david thomas robert william joseph elizabeth rose grace may kumar singh mohamed muhammad
  mohammad ahmed ali
`);

/** Titles and degrees around names. */
export const titles = set(`
  dr prof professor mr mrs ms mx miss herr frau sir dame lord lady phd dphil mba msc bsc md jr sr ii iii iv cpa pmp esq dipl ing
  mag habil rer nat mme mlle monsieur madame sra srta senor senora dott ssa avv drs engr shrm cfa cissp
`);

/** Parts of family names that are often left out, joined or written apart. */
export const particles = set(`
  al el ul as ad ar an ash bin ibn bint ben abu abd van von der den de da di del della dos das do du la le les los las zu zur ter
  ten te af av y بن ابن بنت ال
`);

/** Words between the parts of a name: before a birth name, and how Hungarian and Turkish address people. */
export const innerWords = set('nee ne geb geborene born roz rozena z domu fodd szul ur bey hanim');

/** Family names of one character with which Chinese names begin. */
export const chineseFamilyNames =
  '王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林高罗羅郑鄭梁谢謝宋唐许許韩韓邓鄧冯馮曹彭曾肖萧蕭田董潘袁蔡蒋蔣余于杜叶葉程魏苏蘇吕呂丁任卢盧姚沈钟鍾姜崔谭譚陆陸范汪廖石金韦韋贾賈夏付方邹鄒熊白孟秦邱江尹薛闫段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴武戴莫孔向汤湯';

/** Ordinary words of two characters that begin like such a name, and Japanese family names that do. */
export const notChineseNames = new Set(
  (
    '高明 高兴 高大 高度 高级 高效 高价 马上 马路 黄金 黄色 白天 白色 白白 方便 方法 方向 方面 方案 方式 安全 万一 万元 时间 周末 周年 周期 周到 周围 江山 江南 张力 张开 任何 任务 任意 任性 于是 ' +
    '金融 金额 金钱 程度 程序 石头 石油 田野 向来 向前 向上 孔子 毛病 毛利 熊猫 莫非 莫名 余额 余地 史上 史诗 雷达 雷同 龙头 龙门 秦朝 唐朝 宋朝 汤圆 顾客 顾问 顾虑 严重 严格 严肃 武力 武器 钱包 ' +
    '罗列 何时 何必 何况 何以 何种 许多 许可 谢谢 谢意 陈述 陈列 杨树 朱红 胡说 胡乱 林木 林业 韩国 曾经 姚明 夏天 夏季 白领 范围 范例 石化 贺卡 贺词 戴上 戴着 付出 付款 付费 侯爵 段落 龚断 丁香 叶子 ' +
    '于此 金属 金牌 马达 万能 万分 万事 向导 方才 高层 高手 高管 高端 高速 高中 高考 周一 周二 周三 周四 周五 周六 周日 严禁 石材 ' +
    '高橋 高木 高田 高野 林田 石川 石井 石田 石原 金子 金田 江口 江藤 武田 武藤 白石 白井 向井 田中 田村 田辺 石橋 林檎 方々 高井 高島 万歳 段階 曾祖'
  ).split(' '),
);

/** Words that follow a short Korean text if it is a name. */
export const koreanHonorifics = '씨|님|대표|이사|부장|과장|차장|팀장|사장|교수|박사|선생|매니저|군|양';
