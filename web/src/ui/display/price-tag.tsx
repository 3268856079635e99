import css from './price-tag.module.css'

/** The price of an item, in words: "£27.50", "From £27.50" or "FREE". */
export const PriceTag = ({ text }: { text: string }) => <span className={css.price}>{text}</span>
