import { folded } from '../../search.ts'
import { LANGUAGES } from './languages.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Every country's time zones, from the runtime's CLDR data. */
export const ZONES_OF_COUNTRY: ReadonlyMap<string, readonly string[]> = new Map(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code): [string, readonly string[]][] => {
    const locale = new Intl.Locale(`und-${code}`)
    // Intl redirects codes that are no longer in use (DD to DE), and has no zone of Kosovo.
    const zones = code === 'XK' ? ['Europe/Belgrade'] : locale.region === code ? zonesOf(locale) : []
    return zones.length > 0 ? [[code, zones]] : []
  }),
)

/** Node 20 and 22 have a property, later versions a method; TypeScript's library has neither yet. */
function zonesOf(locale: Intl.Locale): readonly string[] {
  const { getTimeZones, timeZones } = locale as Intl.Locale & { getTimeZones?(): string[]; timeZones?: string[] }
  return getTimeZones?.call(locale) ?? timeZones ?? []
}

/** The code of three letters of each country, followed by that of two. */
const THREE_LETTERS =
  'AFGAF ALBAL DZADZ ASMAS ANDAD AGOAO AIAAI ATAAQ ATGAG ARGAR ARMAM ABWAW AUSAU AUTAT AZEAZ BHSBS BHRBH BGDBD ' +
  'BRBBB BLRBY BELBE BLZBZ BENBJ BMUBM BTNBT BOLBO BIHBA BWABW BVTBV BRABR IOTIO BRNBN BGRBG BFABF BDIBI KHMKH ' +
  'CMRCM CANCA CPVCV CYMKY CAFCF TCDTD CHLCL CHNCN CXRCX CCKCC COLCO COMKM COGCG CODCD COKCK CRICR CIVCI HRVHR ' +
  'CUBCU CYPCY CZECZ DNKDK DJIDJ DMADM DOMDO ECUEC EGYEG SLVSV GNQGQ ERIER ESTEE ETHET FLKFK FROFO FJIFJ FINFI ' +
  'FRAFR GUFGF PYFPF ATFTF GABGA GMBGM GEOGE DEUDE GHAGH GIBGI GRCGR GRLGL GRDGD GLPGP GUMGU GTMGT GINGN GNBGW ' +
  'GUYGY HTIHT HMDHM VATVA HNDHN HKGHK HUNHU ISLIS INDIN IDNID IRNIR IRQIQ IRLIE ISRIL ITAIT JAMJM JPNJP JORJO ' +
  'KAZKZ KENKE KIRKI PRKKP KORKR KWTKW KGZKG LAOLA LVALV LBNLB LSOLS LBRLR LBYLY LIELI LTULT LUXLU MACMO MDGMG ' +
  'MWIMW MYSMY MDVMV MLIML MLTMT MHLMH MTQMQ MRTMR MUSMU MYTYT MEXMX FSMFM MDAMD MCOMC MNGMN MSRMS MARMA MOZMZ ' +
  'MMRMM NAMNA NRUNR NPLNP NLDNL NCLNC NZLNZ NICNI NERNE NGANG NIUNU NFKNF MNPMP MKDMK NORNO OMNOM PAKPK PLWPW ' +
  'PSEPS PANPA PNGPG PRYPY PERPE PHLPH PCNPN POLPL PRTPT PRIPR QATQA REURE ROURO RUSRU RWARW SHNSH KNAKN LCALC ' +
  'SPMPM VCTVC WSMWS SMRSM STPST SAUSA SENSN SYCSC SLESL SGPSG SVKSK SVNSI SLBSB SOMSO ZAFZA SGSGS ESPES LKALK ' +
  'SDNSD SURSR SJMSJ SWZSZ SWESE CHECH SYRSY TWNTW TJKTJ TZATZ THATH TLSTL TGOTG TKLTK TONTO TTOTT TUNTN TURTR ' +
  'TKMTM TCATC TUVTV UGAUG UKRUA AREAE GBRGB USAUS UMIUM URYUY UZBUZ VUTVU VENVE VNMVN VGBVG VIRVI WLFWF ESHEH ' +
  'YEMYE ZMBZM ZWEZW ALAAX BESBQ CUWCW GGYGG IMNIM JEYJE MNEME BLMBL MAFMF SRBRS SXMSX SSDSS XKKXK'

/** Names that people and content systems use for countries, besides those in the runtime's languages. */
const OTHER_NAMES: Record<string, string> = {
  AE: 'uae, emirates',
  AL: 'shqipëria',
  AT: 'republik österreich',
  BA: 'bosnia, bih',
  BO: 'plurinational state of bolivia',
  CD: 'drc, dr congo, democratic republic of the congo, congo kinshasa, zaire',
  CG: 'congo brazzaville, republic of the congo',
  CH: 'confoederatio helvetica, swiss confederation, confédération suisse',
  CI: 'ivory coast',
  CN: 'prc, mainland china',
  CV: 'cape verde',
  CZ: 'česká republika, czech republic, czech rep, tschechische republik, république tchèque, repubblica ceca, república checa, tsjechische republiek, tjeckiska republiken',
  DE: 'brd, frg',
  DO: 'dominican rep',
  ES: 'españa peninsular',
  FI: 'suomen tasavalta',
  FM: 'federated states of micronesia',
  FR: 'république française, france métropolitaine',
  GB: 'uk, great britain, britain, england, scotland, wales, northern ireland, n ireland, ni, great britain and northern ireland, united kingdom of great britain and northern ireland, united kingdom uk, uk united kingdom, cymru, alba, grossbritannien, schottland, nordirland, grande bretagne, angleterre, écosse, pays de galles, irlande du nord, gran bretaña, inglaterra, escocia, gales, irlanda del norte, gran bretagna, inghilterra, scozia, galles, irlanda del nord, groot brittannië, engeland, schotland, noord ierland, grã bretanha, escócia, irlanda do norte, wielka brytania, anglia, szkocja, walia, irlandia północna, storbritannia, skottland, skotland, iso britannia, englanti, skotlanti, velká británie, anglie, skotsko, nagy britannia, skócia, велобритания, великобритания, англия, шотландия, μεγάλη βρετανία, αγγλία, σκωτία, イギリス, 英国',
  GE: 'georgia country',
  GR: 'el, hellas',
  HK: 'hong kong sar, hongkong',
  IE: 'eire, éire, roi, southern ireland, irish republic, ireland republic',
  IR: 'persia',
  IT: 'repubblica italiana',
  KP: 'dprk',
  KR: 'korea, rok',
  LA: 'lao, lao peoples democratic republic',
  LU: 'grand duchy of luxembourg',
  MK: 'macedonia, fyrom, former yugoslav republic of macedonia, the former yugoslav republic of macedonia',
  MM: 'burma',
  NL: 'holland, hollande, holanda, olanda, nederlands, the netherlands, koninkrijk der nederlanden, niederlande, holandia, hollanti, hollandia',
  PL: 'rzeczpospolita polska',
  PS: 'state of palestine, palestine state',
  PT: 'república portuguesa',
  RU: 'russian federation, российская федерация, russische föderation',
  SK: 'slovak republic, slovenská republika',
  SZ: 'swaziland',
  TL: 'east timor',
  TR: 'turkiye cumhuriyeti, turkey',
  TW: 'taiwan province of china, roc',
  US: 'usa, america, united states of america, the us, the states, vereinigte staaten von amerika, états unis d’amérique, estados unidos de américa, ee uu, eeuu, eua, stati uniti d’america, verenigde staten van amerika, estados unidos da américa, stany zjednoczone ameryki, сша, アメリカ, アメリカ合衆国, 米国, 美国',
  VG: 'virgin islands british',
  VI: 'virgin islands us',
  VA: 'vatican, holy see, vatican city state',
  VN: 'viet nam',
}

/** What formal names put before or after a country's name: "Rep. of Ireland", "Moldova, Republic of". */
const FORMAL =
  '(?:(?:the )?(?:federal |democratic |islamic |united |socialist |bolivarian |plurinational |peoples |arab |hellenic )*' +
  '(?:republic|rep|kingdom|state|states|federation|commonwealth|principality|duchy|union|sultanate) of(?: the)?' +
  '|(?:la )?r[eé]publique (?:de |du |d )?(?:la |l )?|bundesrepublik|republik|royaume (?:de |du |d )|reino de |rep[uú]blica (?:de |da |do )?|repubblica (?:di )?|republiek|rzeczpospolita|konungariket|kongeriget|kongeriket)'
const FORMAL_BEFORE = new RegExp(`^${FORMAL} *`)
const FORMAL_AFTER = new RegExp(`^(.+?) *, *${FORMAL}$`)

let codes: ReadonlyMap<string, string> | undefined

/** Codes by name, made when first needed: it takes half a second. A name of two countries is neither. */
function codesByName(): ReadonlyMap<string, string> {
  if (codes) return codes
  const found = new Map<string, string | null>()
  const add = (name: string, code: string) => {
    const known = found.get(name)
    found.set(name, known === undefined || known === code ? code : null)
  }
  for (const language of LANGUAGES)
    for (const style of ['long', 'short'] as const) {
      const names = new Intl.DisplayNames(language, { type: 'region', style })
      for (const code of ZONES_OF_COUNTRY.keys()) {
        const name = bare(names.of(code) ?? code)
        // English names come first and win.
        if (name !== code.toLowerCase() && !(language !== 'en' && found.has(name) && isEnglish.has(name)))
          add(name, code)
        if (language === 'en') isEnglish.add(name)
      }
    }
  for (const pair of THREE_LETTERS.split(' ')) found.set(pair.slice(0, 3).toLowerCase(), pair.slice(3))
  for (const [code, names] of Object.entries(OTHER_NAMES))
    for (const name of names.split(', ')) found.set(bare(name), code)
  codes = new Map([...found].filter((entry): entry is [string, string] => entry[1] !== null))
  return codes
}
const isEnglish = new Set<string>()

/** A name without dots, brackets, quotes, dashes and accents. A comma stays, because formal names have one. */
const bare = (text: string): string =>
  folded(text.replaceAll('.', ''))
    .replace(/['‘’`´"]/g, '')
    .replace(/[()[\]]/g, ' ')
    .replace(/&/g, ' and ')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Returns 'Germany', 'Deutschland', 'DE', 'DEU', '276', 'GB-ENG', 'België / Belgique' or 'Rep. of Ireland' as a two-letter
 * country code; null if it is not a country.
 */
export function countryCode(text: string): string | null {
  const whole = codeOf(lettersOfFlag(text))
  if (whole !== null) return whole
  const names = text.split(/[()/|]/).filter((name) => name.trim() !== '')
  const [first, ...others] = names.length > 1 ? names.map(codeOf) : []
  return first !== undefined && others.every((code) => code === first) ? first : null
}

function codeOf(text: string): string | null {
  const written = text.trim()
  const byCode = /^([a-z]{2})(?:-[a-z0-9]{1,3})?$/i.exec(written.replaceAll('.', ''))?.[1]?.toUpperCase()
  if (byCode !== undefined && ZONES_OF_COUNTRY.has(byCode)) return byCode
  if (/^\d{3}$/.test(written)) {
    const region = new Intl.Locale(`und-${written}`).region ?? ''
    return ZONES_OF_COUNTRY.has(region) ? region : null
  }
  const name = bare(written)
  const all = codesByName()
  const names = [name, name.replace(/^the /, ''), name.replace(FORMAL_BEFORE, ''), FORMAL_AFTER.exec(name)?.[1]]
  return names.map((one) => all.get(one ?? '')).find((code) => code !== undefined) ?? null
}

/** The two letters that a flag is made of. */
const lettersOfFlag = (text: string): string =>
  text.replace(/[\u{1F1E6}-\u{1F1FF}]/gu, (letter) => String.fromCharCode(letter.codePointAt(0)! - 0x1f1e6 + 65))

const COUNTRY_NAMES = new Intl.DisplayNames('en-GB', { type: 'region' })
export const nameOfCountry = (code: string): string => COUNTRY_NAMES.of(code) ?? code
