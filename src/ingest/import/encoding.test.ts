import { encode } from 'iconv-lite';
import { decoded } from './letters';
import { misreadEncoding } from './encoding';
import { windows1252Bytes } from './mend-letters';

const names = {
  french: ['Renée Müller', 'François Lefèvre', 'Zoé Gaël', 'Hélène Noël', 'Jérôme Béranger'],
  icelandic: ['Þórður Ðaníelsson', 'Guðrún Ægisdóttir', 'Sæþór Björnsson', 'Ásgeir Örn'],
  portuguese: ['João Gonçalves', 'Conceição Simões', 'Inês Falcão'],
  spanish: ['Íñigo Núñez', 'Begoña Peña', 'María Ángeles'],
  nordic: ['Åse Østergård', 'Søren Bjørn', 'Öberg Åkesson', 'Hæge Sjøgren'],
  quoted: ['Anna “Annie” Smith', 'O’Neill', 'D’Angelo – MBA', 'Smith • CFO', 'Jo™', 'Al®'],
  russian: ['Иван Петров', 'Мария Смирнова', 'Алексей Кузнецов'],
  japanese: ['田中太郎', '鈴木花子', 'さくら 山本', '高橋 カオリ'],
  chinese: ['王小明', '李秀英', '张伟', '刘洋', '陈静', '杨磊'],
  polish: ['Łukasz Święcicki', 'Małgorzata Śliwińska', 'Wojciech Żółtowski', 'Agnieszka Dąbrowska', 'Błażej Kądziołka'],
  greek: ['Γιώργος Παπαδόπουλος', 'Μαρία Νικολάου', 'Ελένη Δημητρίου'],
  korean: ['김철수', '이영희', '박지성', '최민수'],
};
const asRead = (which: keyof typeof names, encoding: string) =>
  windows1252Bytes(decoded(encode(names[which].join('\n'), encoding), 'windows-1252') ?? '');

test.each([
  ['french', 'windows-1252', undefined],
  ['icelandic', 'windows-1252', undefined],
  ['portuguese', 'windows-1252', undefined],
  ['spanish', 'windows-1252', undefined],
  ['nordic', 'windows-1252', undefined],
  ['quoted', 'windows-1252', undefined],
  ['russian', 'windows-1251', 'windows-1251'],
  ['russian', 'koi8-r', 'koi8-r'],
  ['japanese', 'shift_jis', 'shift_jis'],
  ['chinese', 'gb18030', 'gb18030'],
  ['polish', 'windows-1250', 'windows-1250'],
  ['french', 'macintosh', 'macintosh'],
  ['greek', 'windows-1253', 'windows-1253'],
  ['korean', 'euc-kr', 'euc-kr'],
] as const)('%s names in %s that were read as Windows-1252 are in %s', (which, encoding, found) => {
  expect(misreadEncoding(asRead(which, encoding) ?? Buffer.alloc(0))).toBe(found);
});
