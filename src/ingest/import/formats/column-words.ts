/**
 * Names of the generic format's columns and of kinds of rows, in the languages that Leadlight reads everywhere: English words
 * that spreadsheets use, German, Spanish, French, Italian, Japanese, Dutch, Polish, Portuguese. Case and punctuation are
 * ignored. A word that vendors' exports use for something else is left out.
 */

const split = (words: string) => words.split(',').map((word) => word.trim());

/** Further names of each column. */
export const columnWords: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    kind: 'Art, Aktion, acción, tipo de acción, type d’action, nature, tipo, tipo di azione, 種類, 種別, soort, actie, Typ, rodzaj, ação, tipo de ação',
    postUrl:
      'Beitrag, Beitrags-URL, Beitrag-URL, Link zum Beitrag, publicación, URL de la publicación, enlace de la publicación, URL de la publication, lien de la publication, URL del post, link del post, URL della pubblicazione, 投稿URL, 投稿のURL, bericht-URL, URL van het bericht, link naar bericht, URL posta, link do posta, URL wpisu, URL da publicação, link da publicação',
    profileUrl:
      'Profil, Profil-URL, Profil-Link, Link zum Profil, LinkedIn-Profil, perfil, URL del perfil, enlace del perfil, URL du profil, lien du profil, profil LinkedIn, profilo, URL del profilo, link del profilo, プロフィール, プロフィールURL, プロフィールのURL, profiel, profiel-URL, link naar profiel, URL profilu, link do profilu, URL do perfil, link do perfil',
    memberId:
      'Mitglieds-ID, ID de miembro, ID du membre, ID membro, 会員ID, メンバーID, lid-ID, ID członka, ID do membro',
    name: 'display name, full name, vollständiger Name, Vor- und Nachname, nombre, nombre completo, nom, nom complet, nome, nome completo, nome e cognome, 名前, 氏名, naam, volledige naam, imię i nazwisko, nazwisko',
    headline:
      'Überschrift, Profilslogan, Slogan, titular, titre du profil, sommario, 見出し, kopregel, nagłówek, título do perfil',
    followers: 'Follower-Zahl, seguidores, abonnés, follower, フォロワー, フォロワー数, volgers, obserwujący',
    reaction: 'Reaktion, reacción, réaction, reazione, リアクション, reactietype, reakcja, reação',
    commentText:
      'Kommentar, Kommentartext, comentario, texto del comentario, commentaire, texte du commentaire, commento, testo del commento, コメント, コメント本文, reactietekst, tekst van de reactie, komentarz, treść komentarza, comentário, texto do comentário',
    commentId:
      'Kommentar-ID, ID del comentario, ID du commentaire, ID commento, コメントID, reactie-ID, ID komentarza, ID do comentário',
    occurredAt:
      'Datum, Zeitpunkt, Datum und Uhrzeit, fecha, fecha y hora, date et heure, data, data e ora, 日付, 日時, datum en tijd, data i godzina, data e hora',
    observedAt:
      'exportiert am, gesehen am, exportado el, exporté le, esportato il, 取得日時, geëxporteerd op, wyeksportowano, exportado em',
    isPostAuthor: 'ist Autor, es autor, est auteur, è autore, 投稿者本人, is auteur, jest autorem, é autor',
    text: 'Beitragstext, texto de la publicación, texte de la publication, testo del post, 投稿本文, berichttekst, treść posta, texto da publicação',
    publishedAt:
      'veröffentlicht am, publicado el, publié le, pubblicato il, 公開日, gepubliceerd op, opublikowano, publicado em',
    authorProfileUrl:
      'Autor-Profil, Profil des Autors, perfil del autor, profil de l’auteur, profilo dell’autore, 投稿者プロフィール, profiel van de auteur, profil autora, perfil do autor',
    authorName:
      'Autor, Name des Autors, nombre del autor, auteur, nom de l’auteur, autore, nome dell’autore, 投稿者, naam van de auteur, imię autora, nome do autor',
    likes: 'Gefällt mir-Angaben, me gusta, mentions J’aime, consigliati, いいね数, vind-ik-leuks, polubienia, curtidas',
    comments: 'Kommentare, comentarios, commentaires, commenti, コメント数, aantal reacties, komentarze, comentários',
    reposts:
      'geteilte Beiträge, veces compartido, partages, condivisioni, 再投稿数, gedeeld, udostępnienia, compartilhamentos',
    title:
      'job title, Position, Berufsbezeichnung, Jobtitel, cargo, puesto, poste, fonction actuelle, posizione, qualifica, 役職, functietitel, stanowisko',
    companyName:
      'company, Firma, Unternehmen, Arbeitgeber, empresa, compañía, entreprise, société, employeur, azienda, società, datore di lavoro, 会社, 会社名, 企業, bedrijf, werkgever, pracodawca',
    companyDomain:
      'domain, website, Webseite, Domäne, sitio web, site web, sito web, ウェブサイト, ドメイン, strona internetowa, site',
    companySize:
      'Unternehmensgröße, Firmengröße, Mitarbeiterzahl, tamaño de la empresa, número de empleados, taille de l’entreprise, effectif, dimensioni azienda, numero di dipendenti, 従業員数, bedrijfsgrootte, aantal medewerkers, wielkość firmy, liczba pracowników, tamanho da empresa, número de funcionários',
    industry: 'Branche, sector, industria, secteur, secteur d’activité, settore, 業界, 業種, branża, setor',
    location:
      'Ort, Standort, ubicación, lieu, localisation, località, luogo, 所在地, 場所, locatie, plaats, lokalizacja, miejscowość, localização',
    country: 'Land, país, pays, paese, 国, kraj',
    region: 'Bundesland, región, région, regione, 地域, 都道府県, regio, województwo, região, estado',
    email:
      'E-Mail-Adresse, work email, correo, correo electrónico, adresse e-mail, courriel, indirizzo e-mail, メール, メールアドレス, e-mailadres, adres e-mail, endereço de e-mail',
    disposition:
      'Disposition, estado del lead, statut du lead, stato del lead, ステータス, leadstatus, status leada, status do lead',
    ownerEmail:
      'E-Mail des Verantwortlichen, correo del responsable, e-mail du responsable, e-mail del responsabile, 担当者メール, e-mail van de eigenaar, e-mail opiekuna, e-mail do responsável',
  }).map(([column, words]) => [column, split(words)]),
);

/** The kinds of rows, in the same languages. */
export const kindWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    like: 'Gefällt mir, gefällt, geliked, gelikt, reagiert, hat reagiert, Reaktion, a réagi, ha reagito, me gusta, reacción, j’aime, réaction, mi piace, consiglia, reazione, いいね, リアクション, vind ik leuk, lubię to, reakcja, curtir, curtida, gostei, reação, Applaus, Unterstützung, wunderbar, inspirierend, lustig, bravo, soutien, j’adore, instructif, drôle, celebrar, apoyar, encanta, interesa, divierte, festeggia, sostieni, adoro, interessante, divertente, vieren, steun, geweldig, inzichtvol, grappig, parabéns, apoio, amei, genial, engraçado',
    comment:
      'Kommentar, kommentiert, hat kommentiert, comentó, a commenté, ha commentato, comentario, commentaire, commento, コメント, reactie, opmerking, komentarz, comentário',
    repost:
      'geteilt, hat geteilt, geteilter Beitrag, compartió, a partagé, ha condiviso, compartido, partage, repartage, condivisione, diffusione, 再投稿, 共有, gedeeld, herplaatsing, udostępnienie, compartilhamento',
    post: 'Beitrag, publicación, publication, pubblicazione, 投稿, bericht, wpis, publicação',
    person: 'Kontakt, persona, personne, 人, 人物, persoon, osoba, pessoa',
    company: 'Firma, Unternehmen, empresa, entreprise, société, azienda, società, 会社, 企業, bedrijf',
    lead: 'リード',
  }).flatMap(([kind, words]) => split(words).map((word) => [wordKey(word), kind] as const)),
);

/** The word without case and punctuation. */
export function wordKey(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
