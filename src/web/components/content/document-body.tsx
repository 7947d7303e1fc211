import { withAnchors, type Block } from "#src/content/markdown.ts";
import { CodeBlock } from "#src/web/components/ui/code-block.tsx";
import { DocumentFigure } from "./document-figure.tsx";
import "./document.css";

const languages: Readonly<Record<string, string>> = { sh: "shell", ts: "TypeScript", json: "JSON", http: "HTTP" };

/** The blocks in their order; the markup comes from src/content/markdown.ts, which lets none of the text's own through. */
export function DocumentBody({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="grid gap-5 [&>*]:min-w-0">
      {blocks.map((block, index) => {
        if (block.kind === "figure") return <DocumentFigure key={index} figure={block} />;
        return block.kind === "code" ? (
          <CodeBlock key={index} language={languages[block.language] ?? block.language} code={block.code} />
        ) : (
          <div key={index} className="document" dangerouslySetInnerHTML={{ __html: withAnchors(block.html) }} />
        );
      })}
    </div>
  );
}
