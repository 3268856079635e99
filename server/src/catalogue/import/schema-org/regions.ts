import { folded } from '../../search.ts'

/**
 * The zones of countries that have several, with the states and provinces in them: code first, then names. Those with two
 * zones stand where most people live; their towns in the other zone are below.
 */
const REGIONS: Record<string, Record<string, string>> = {
  US: {
    'America/New_York':
      'CT=Connecticut, DC=District of Columbia=Washington DC, DE=Delaware, FL=Florida, GA=Georgia, IN=Indiana, KY=Kentucky, MA=Massachusetts, MD=Maryland, ME=Maine, MI=Michigan, NC=North Carolina, NH=New Hampshire, NJ=New Jersey, NY=New York=New York State, OH=Ohio, PA=Pennsylvania, RI=Rhode Island, SC=South Carolina, VA=Virginia, VT=Vermont, WV=West Virginia',
    'America/Chicago':
      'AL=Alabama, AR=Arkansas, IA=Iowa, IL=Illinois, KS=Kansas, LA=Louisiana, MN=Minnesota, MO=Missouri, MS=Mississippi, ND=North Dakota, NE=Nebraska, OK=Oklahoma, SD=South Dakota, TN=Tennessee, TX=Texas, WI=Wisconsin',
    'America/Denver': 'CO=Colorado, ID=Idaho, MT=Montana, NM=New Mexico, UT=Utah, WY=Wyoming',
    'America/Phoenix': 'AZ=Arizona',
    'America/Los_Angeles': 'CA=California=Calif, NV=Nevada, OR=Oregon, WA=Washington=Washington State',
    'America/Anchorage': 'AK=Alaska',
    'Pacific/Honolulu': 'HI=Hawaii=Hawai‘i',
    'America/Puerto_Rico': 'PR=Puerto Rico',
    'America/St_Thomas': 'VI=US Virgin Islands',
    'Pacific/Guam': 'GU=Guam',
  },
  CA: {
    'America/Toronto': 'ON=Ontario, QC=Quebec=Québec=PQ',
    'America/Vancouver': 'BC=British Columbia=Colombie-Britannique',
    'America/Edmonton': 'AB=Alberta, NT=Northwest Territories=Territoires du Nord-Ouest',
    'America/Regina': 'SK=Saskatchewan',
    'America/Winnipeg': 'MB=Manitoba',
    'America/Halifax':
      'NS=Nova Scotia=Nouvelle-Écosse, NB=New Brunswick=Nouveau-Brunswick, PE=Prince Edward Island=PEI=Île-du-Prince-Édouard',
    'America/St_Johns': 'NL=Newfoundland and Labrador=Newfoundland & Labrador=Newfoundland=Terre-Neuve-et-Labrador',
    'America/Whitehorse': 'YT=Yukon',
    'America/Iqaluit': 'NU=Nunavut',
  },
  AU: {
    'Australia/Sydney': 'NSW=New South Wales, ACT=Australian Capital Territory',
    'Australia/Melbourne': 'VIC=Victoria',
    'Australia/Brisbane': 'QLD=Queensland',
    'Australia/Adelaide': 'SA=South Australia',
    'Australia/Perth': 'WA=Western Australia',
    'Australia/Hobart': 'TAS=Tasmania',
    'Australia/Darwin': 'NT=Northern Territory',
  },
  BR: {
    'America/Sao_Paulo':
      'SP=São Paulo, RJ=Rio de Janeiro, MG=Minas Gerais, ES=Espírito Santo, PR=Paraná, SC=Santa Catarina, RS=Rio Grande do Sul, GO=Goiás, DF=Distrito Federal=Brasília',
    'America/Bahia': 'BA=Bahia=Salvador',
    'America/Fortaleza': 'CE=Ceará, RN=Rio Grande do Norte, PB=Paraíba, PI=Piauí, MA=Maranhão',
    'America/Recife': 'PE=Pernambuco',
    'America/Maceio': 'AL=Alagoas, SE=Sergipe',
    'America/Belem': 'PA=Pará, AP=Amapá',
    'America/Araguaina': 'TO=Tocantins',
    'America/Cuiaba': 'MT=Mato Grosso',
    'America/Campo_Grande': 'MS=Mato Grosso do Sul',
    'America/Manaus': 'AM=Amazonas',
    'America/Porto_Velho': 'RO=Rondônia',
    'America/Boa_Vista': 'RR=Roraima',
    'America/Rio_Branco': 'AC=Acre',
  },
  MX: {
    'America/Mexico_City':
      'CMX=Ciudad de México=CDMX=Mexico City=Distrito Federal, AGU=Aguascalientes, CAM=Campeche, COA=Coahuila, COL=Colima, CHP=Chiapas, CHH=Chihuahua, DUR=Durango, GUA=Guanajuato, GRO=Guerrero, HID=Hidalgo, JAL=Jalisco=Guadalajara, MEX=Estado de México, MIC=Michoacán, MOR=Morelos, NLE=Nuevo León, OAX=Oaxaca, PUE=Puebla, QUE=Querétaro, SLP=San Luis Potosí, TAB=Tabasco, TAM=Tamaulipas, TLA=Tlaxcala, VER=Veracruz, YUC=Yucatán, ZAC=Zacatecas',
    'America/Mazatlan': 'BCS=Baja California Sur=Cabo San Lucas=San José del Cabo, SIN=Sinaloa, NAY=Nayarit',
    'America/Hermosillo': 'SON=Sonora',
    'America/Tijuana': 'BCN=Baja California=Ensenada=Mexicali',
    'America/Cancun': 'ROO=Quintana Roo=Playa del Carmen=Tulum=Cozumel',
  },
  RU: {
    'Europe/Moscow':
      'MOW=Moscow=Москва=Московская область, SPE=Saint Petersburg=St Petersburg=Санкт-Петербург, TA=Tatarstan=Kazan=Казань, NIZ=Nizhny Novgorod=Нижний Новгород, KDA=Krasnodar=Sochi=Краснодар=Сочи, ROS=Rostov-on-Don=Ростов-на-Дону',
    'Europe/Kaliningrad': 'KGD=Kaliningrad=Калининград',
    'Europe/Samara': 'SAM=Samara=Самара',
    'Asia/Yekaterinburg':
      'SVE=Yekaterinburg=Ekaterinburg=Екатеринбург=Свердловская область, CHE=Chelyabinsk=Челябинск, PER=Perm=Пермь, TYU=Tyumen=Тюмень, BA=Ufa=Уфа',
    'Asia/Omsk': 'OMS=Omsk=Омск',
    'Asia/Novosibirsk': 'NVS=Novosibirsk=Новосибирск, TOM=Tomsk=Томск',
    'Asia/Krasnoyarsk': 'KYA=Krasnoyarsk=Красноярск',
    'Asia/Irkutsk': 'IRK=Irkutsk=Иркутск',
    'Asia/Yakutsk': 'SA=Yakutsk=Якутск',
    'Asia/Vladivostok': 'PRI=Vladivostok=Владивосток, KHA=Khabarovsk=Хабаровск',
  },
  ID: {
    'Asia/Jakarta':
      'JK=Jakarta=DKI Jakarta, JB=West Java=Jawa Barat=Bandung, JT=Central Java=Jawa Tengah, JI=East Java=Jawa Timur=Surabaya, YO=Yogyakarta=DI Yogyakarta, BT=Banten, SU=North Sumatra=Medan',
    'Asia/Makassar':
      'BA=Bali=Denpasar=Ubud=Kuta=Seminyak=Canggu, NB=Lombok=Nusa Tenggara Barat, SN=South Sulawesi=Makassar',
    'Asia/Jayapura': 'PA=Papua=Jayapura, MA=Maluku=Ambon',
  },
  ES: {
    'Europe/Madrid': '',
    'Atlantic/Canary':
      'CN=Canarias=Islas Canarias=Canary Islands=Kanarische Inseln=Îles Canaries, GC=Las Palmas=Las Palmas de Gran Canaria=Gran Canaria=Lanzarote=Fuerteventura=Arrecife, TF=Santa Cruz de Tenerife=Tenerife=La Palma=La Gomera=El Hierro=Adeje=Puerto de la Cruz',
  },
  PT: {
    'Europe/Lisbon': '',
    'Atlantic/Madeira': '30=Madeira=Funchal=Região Autónoma da Madeira',
    'Atlantic/Azores': '20=Açores=Azores=Ponta Delgada=Angra do Heroísmo=Região Autónoma dos Açores',
  },
  FR: {
    'Europe/Paris': '',
    'Indian/Reunion': '974=La Réunion=Réunion=Saint-Denis de la Réunion',
    'America/Guadeloupe': '971=Guadeloupe',
    'America/Martinique': '972=Martinique=Fort-de-France',
    'America/Cayenne': '973=Guyane=Guyane française=Cayenne',
    'Indian/Mayotte': '976=Mayotte',
    'Pacific/Noumea': '988=Nouvelle-Calédonie=Nouméa',
    'Pacific/Tahiti': '987=Polynésie française=Tahiti=Papeete',
  },
  CL: {
    'America/Santiago': '',
    'America/Punta_Arenas': 'MA=Magallanes=Punta Arenas=Puerto Natales',
    'Pacific/Easter': 'IP=Isla de Pascua=Rapa Nui=Easter Island=Hanga Roa',
  },
  EC: { 'America/Guayaquil': '', 'Pacific/Galapagos': 'W=Galápagos=Puerto Ayora' },
  NZ: { 'Pacific/Auckland': '', 'Pacific/Chatham': 'CIT=Chatham Islands' },
  NL: { 'Europe/Amsterdam': '', 'America/Kralendijk': 'BQ1=Bonaire=Kralendijk' },
  CD: {
    'Africa/Kinshasa': 'KN=Kinshasa',
    'Africa/Lubumbashi': 'HK=Haut-Katanga=Lubumbashi, NK=Nord-Kivu=Goma, SK=Sud-Kivu=Bukavu, TO=Kisangani',
  },
  GB: { 'Europe/London': 'ENG=England, SCT=Scotland, WLS=Wales=Cymru, NIR=Northern Ireland, LND=Greater London' },
}

/** Towns whose clocks differ from those of most of their state. */
const OTHER_TOWNS: Record<string, string> = {
  'America/Chicago':
    'FL Pensacola, FL Panama City, FL Panama City Beach, FL Destin, FL Fort Walton Beach, IN Evansville, IN Gary, IN Hammond, IN Valparaiso, KY Bowling Green, KY Paducah, KY Owensboro, MI Iron Mountain',
  'America/New_York': 'TN Knoxville, TN Chattanooga, TN Johnson City, TN Kingsport, TN Gatlinburg, TN Pigeon Forge',
  'America/Denver': 'TX El Paso, SD Rapid City, SD Deadwood, SD Sturgis, NE Scottsbluff, ND Dickinson, OR Ontario',
  'America/Los_Angeles': "ID Coeur d'Alene, ID Moscow, ID Lewiston, ID Sandpoint",
  'America/Winnipeg': 'ON Kenora',
  'America/Edmonton': 'BC Cranbrook, BC Fernie, SK Lloydminster',
  'Australia/Broken_Hill': 'NSW Broken Hill',
}

export type Region = { country: string; code: string; zone: string }

const plain = (name: string): string => folded(name.replaceAll('.', '')).replace(/['‘’]/g, '')

const ALL: readonly (Region & { names: readonly string[] })[] = Object.entries(REGIONS).flatMap(([country, zones]) =>
  Object.entries(zones).flatMap(([zone, regions]) =>
    regions
      .split(', ')
      .filter((region) => region !== '')
      .map((region) => {
        const [code, ...names] = region.split('=')
        return { country, code: code!, zone, names: names.map(plain) }
      }),
  ),
)

/** The zones of a country in this table, those of most people first. */
export const zonesOfRegions = (country: string): readonly string[] => Object.keys(REGIONS[country] ?? {})

/** Returns a state or province of a country by its code ("CA", "US-CA") or name ("California"). */
export function regionOf(country: string, written: string): Region | null {
  const name = plain(written)
  const code = written.trim().toUpperCase().replace(`${country}-`, '')
  return ALL.find((one) => one.country === country && (one.code === code || one.names.includes(name))) ?? null
}

/** Returns the only state or province with a name, in whatever country: "California". Codes are those of several countries. */
export function regionNamed(written: string): Region | null {
  const name = plain(written)
  const [found, ...others] = ALL.filter(({ names }) => names.includes(name))
  return others.length === 0 ? (found ?? null) : null
}

/** The zone of a region, or of a town in it that has other clocks. */
export function zoneInRegion({ code, zone }: Region, town: string): string {
  const named = `${code} ${plain(town)}`
  const other = Object.entries(OTHER_TOWNS).find(([, towns]) =>
    towns
      .split(', ')
      .some((one) => `${one.slice(0, one.indexOf(' '))} ${plain(one.slice(one.indexOf(' ') + 1))}` === named),
  )
  return other?.[0] ?? zone
}
