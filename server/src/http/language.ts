import { isLanguage, LANGUAGES, type Language } from '@foyer/domain/format/language.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { withLanguage } from '../language.ts'

const COOKIE = 'lang'
const YEAR_SECONDS = 365 * 86_400

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the reply's reader. */
    language: Language
  }
}

/** URLs with an English reply: the office, the API and files. */
const isEnglish = (url: string): boolean => /^\/(office|api|ajax\/office|assets|pictures|posters)\b/.test(url)

/** URLs that other sites load. Any cache may store the reply, so its language depends only on the URL. */
const isForOtherSites = (url: string): boolean => /^\/widget\b/.test(url)

/** The language in the URL. */
export const linkedLanguage = (request: FastifyRequest): Language | undefined => {
  const { lang } = request.query as { lang?: unknown }
  return isLanguage(lang) ? lang : undefined
}

/** The preferred language of the header; among equals, the first. */
export function preferred(header: string | undefined): Language | undefined {
  const ranked = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return { language: LANGUAGES.find((code) => tag === code || tag.startsWith(`${code}-`)), q: Number(q ?? 1) }
  })
  return ranked.filter(({ language, q }) => language && q > 0).sort((a, b) => b.q - a.q)[0]?.language
}

function languageOf(request: FastifyRequest, defaultLanguage: Language): Language {
  if (isEnglish(request.url)) return 'en'
  if (isForOtherSites(request.url)) return linkedLanguage(request) ?? defaultLanguage
  const chosen = request.cookies[COOKIE]
  return (
    linkedLanguage(request) ??
    (isLanguage(chosen) ? chosen : undefined) ??
    preferred(request.headers['accept-language']) ??
    defaultLanguage
  )
}

/**
 * Sets the language of each request: the one in its URL, which the browser stores, or the stored one, or the browser's
 * preferred one, or the shop's.
 */
export function setLanguageOfRequests(
  app: FastifyInstance,
  { publicUrl, language }: Pick<Config, 'publicUrl' | 'language'>,
): void {
  app.decorateRequest('language', 'en')
  app.addHook('onRequest', (request, reply, done) => {
    request.language = languageOf(request, language)
    const requested = linkedLanguage(request)
    const isKept = !isEnglish(request.url) && !isForOtherSites(request.url)
    if (requested !== undefined && request.cookies[COOKIE] !== requested && isKept)
      reply.setCookie(COOKIE, requested, {
        path: '/',
        maxAge: YEAR_SECONDS,
        sameSite: 'lax',
        httpOnly: true,
        secure: publicUrl.startsWith('https:'),
      })
    withLanguage(request.language, done)
  })
  // Reading the body loses the async context of the request.
  app.addHook('preValidation', (request, _, done) => withLanguage(request.language, done))
}
