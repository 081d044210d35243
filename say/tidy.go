package say

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

// Tidy puts a messages file in order: keys sorted, one a line, letters as they
// are. It refuses a file that names a key twice, which JSON would let pass and
// two people adding keys at once easily bring about, and what is no flat
// object of texts.
func Tidy(data []byte) ([]byte, error) {
	texts, err := flat(data)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString("{")
	for i, key := range slices.Sorted(maps.Keys(texts)) {
		if i > 0 {
			out.WriteString(",")
		}
		fmt.Fprintf(&out, "\n  %s: %s", quote(key), quote(texts[key]))
	}
	out.WriteString("\n}\n")
	return out.Bytes(), nil
}

func flat(data []byte) (map[string]string, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("not an object")
	}
	texts := map[string]string{}
	for d.More() {
		k, err := d.Token()
		if err != nil {
			return nil, err
		}
		key, _ := k.(string)
		if _, twice := texts[key]; twice {
			return nil, fmt.Errorf("the key %q stands there twice", key)
		}
		var text string
		if err := d.Decode(&text); err != nil {
			return nil, fmt.Errorf("%q: %w", key, err)
		}
		texts[key] = text
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the object")
	}
	return texts, nil
}

func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(fmt.Sprintf("say: %v", err)) // a string always encodes
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
