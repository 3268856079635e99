import { fill } from '@foyer/contract/fill.ts'
import { OFFICE_PAGES, type OfficePageData, type OfficeShell } from '@foyer/contract/office/pages.ts'
import { languageNames, texts as t, textKinds } from '@foyer/contract/office/texts/messages.en.ts'
import { LANGUAGES } from '@foyer/domain/format/language.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Html } from '../../../ui/display/html.tsx'
import { TextAreaField } from '../../../ui/forms/fields/text-area-field.tsx'
import { OfficeForm, sentValue } from '../../form/form.tsx'
import { OrganiserId } from '../../form/hidden-ids.tsx'
import { ProveFirst } from '../../form/prove-first.tsx'
import type { OfficePages } from '../../page.ts'
import { pathIn } from '../../paths.ts'
import { SettingsFrame } from './settings-frame.tsx'

type Data = OfficePageData['texts']
type Props = { data: Data; shell: OfficeShell; isShop: boolean }
type Wanted = Partial<Pick<Data, 'kind' | 'language' | 'version'>>

/** The address of a text; `version` only of an earlier one. */
function hrefOf({ data, shell, isShop }: Props, wanted: Wanted): string {
  const { kind, language, version } = { kind: data.kind, language: data.language, version: 0, ...wanted }
  const asked = new URLSearchParams({
    ...(isShop ? { kind } : { organiser_id: String(shell.organiser_id ?? '') }),
    language,
    ...(version > 0 && { version: String(version) }),
  })
  return `${isShop ? OFFICE_PAGES.shop_texts.path : pathIn('texts', null)}?${asked}`
}

type Choice = { key: string; label: string; href: string; isHere: boolean }

const Choices = ({ label, choices }: { label: string; choices: readonly Choice[] }) => (
  <nav className="office-row" aria-label={label}>
    {choices.map(({ key, label: name, href, isHere }) =>
      isHere ? (
        <strong key={key} aria-current="page">
          {name}
        </strong>
      ) : (
        <a key={key} href={href}>
          {name}
        </a>
      ),
    )}
  </nav>
)

/** An own text in one language: its form, or an earlier version, and all versions. */
function Texts(props: Props) {
  const { data, isShop } = props
  const { kind, language, shown } = data
  return (
    <>
      <p>{isShop ? t['shop.lead'] : t['own.lead']}</p>
      {data.kinds.length > 1 && (
        <Choices
          label={t.kind}
          choices={data.kinds.map((key) => ({
            key,
            label: textKinds[key],
            href: hrefOf(props, { kind: key }),
            isHere: key === kind,
          }))}
        />
      )}
      <Choices
        label={t.language}
        choices={LANGUAGES.map((key) => ({
          key,
          label: languageNames[key],
          href: hrefOf(props, { language: key }),
          isHere: key === language,
        }))}
      />
      {shown === null ? (
        <Written {...props} />
      ) : (
        <>
          <h2>{fill(t.shown, { version: shown.version, from: shown.nice_from })}</h2>
          <p>
            <a href={hrefOf(props, {})}>{t.newest}</a>
          </p>
          {shown.html === '' ? (
            <p>{t.ended}</p>
          ) : (
            <div lang={language}>
              <Html html={shown.html} />
            </div>
          )}
        </>
      )}
      {data.versions.length > 0 && <Versions {...props} />}
    </>
  )
}

/** The form, and what applies until it is saved. */
function Written({ data, shell, isShop }: Props) {
  const { kind, language, version, versions, is_template, may_change } = data
  const call = isShop ? 'save_shop_text' : 'save_text'
  return (
    <>
      <p>
        {is_template ? (isShop ? t.builtIn : t.none) : fill(t.current, { version, from: versions[0]?.nice_from ?? '' })}{' '}
        {may_change && is_template && t.template}
      </p>
      {may_change ? <ProveFirst shell={shell} /> : <p className="office-note">{t.ownerOnly}</p>}
      {may_change && (
        <OfficeForm call={call} shell={shell} className="office-stack office-form">
          {isShop ? <input type="hidden" name="kind" value={kind} /> : <OrganiserId shell={shell} />}
          <input type="hidden" name="language" value={language} />
          <input type="hidden" name="base" value={sentValue(shell, call, 'base') || version} />
          <TextAreaField
            label={t.html}
            hint={isShop && kind === 'terms' ? `${t['html.hint']} ${t['html.cited']}` : t['html.hint']}
            name="html"
            rows={24}
            lang={language}
            defaultValue={sentValue(shell, call, 'html') || data.html}
          />
          <p>
            {t.effect} {isShop ? t['end.shop'] : t['end.own']}
          </p>
          <Button type="submit">{t.save}</Button>
        </OfficeForm>
      )}
    </>
  )
}

function Versions(props: Props) {
  return (
    <>
      <h2>{t.versions}</h2>
      <table className="office-table">
        <caption className="visually-hidden">{t.versions}</caption>
        <thead>
          <tr>
            <th scope="col">{t.version}</th>
            <th scope="col">{t.from}</th>
          </tr>
        </thead>
        <tbody>
          {props.data.versions.map(({ version, nice_from, is_empty }) => (
            <tr key={version}>
              <th scope="row">
                <a href={hrefOf(props, { version })}>{fill(t.show, { version })}</a>
              </th>
              <td data-label={t.from}>
                {nice_from} {is_empty && <span className="office-quiet">{t.ended}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

type PageProps = Omit<Props, 'isShop'>

const OwnTerms = (props: PageProps) => (
  <SettingsFrame>
    <h2>{t.title}</h2>
    <Texts {...props} isShop={false} />
  </SettingsFrame>
)

const ShopTexts = (props: PageProps) => (
  <>
    <h1>{t['shop.title']}</h1>
    <Texts {...props} isShop />
  </>
)

export const pages: Pick<OfficePages, 'texts' | 'shop_texts'> = {
  texts: { title: () => t.title, Body: OwnTerms },
  shop_texts: { title: () => t['shop.title'], Body: ShopTexts },
}
